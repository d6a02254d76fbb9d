/* The phone's part: keep each tap until it is answered, follow the stream, light the legal spots. */
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const body = document.body, code = body.dataset.table;
  const box = `waiting-${code}`;
  const line = $("#line"), words = line ? line.dataset : {};
  let stream = null, over = false, heard = 0, sending = false, online = true;

  const read = () => { try { return JSON.parse(localStorage.getItem(box)) || []; } catch { return []; } };
  const write = list => { localStorage.setItem(box, JSON.stringify(list)); showWaiting(list); };
  const shown = () => Number($("#table")?.dataset.version || body.dataset.version || 0);
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map(n => n.toString(36).padStart(2, "0")).join("");

  /* --- boxes whose order counts are sent in the order they were ticked --- */
  let ticks = [];
  document.addEventListener("change", event => {
    const box = event.target;
    if (!box.matches("[data-ordered]")) return;
    ticks = ticks.filter(value => value !== box.value);
    if (box.checked) ticks.push(box.value);
  });
  function ordered(form, submitter) {
    const data = new FormData(form, submitter);
    for (const name of new Set([...form.querySelectorAll("[data-ordered]:checked")].map(box => box.name))) {
      const ticked = data.getAll(name).sort((one, other) => ticks.indexOf(one) - ticks.indexOf(other));
      data.delete(name);
      for (const value of ticked) data.append(name, value);
    }
    return data;
  }

  /* --- beside what is chosen, at once: what would come of it. An answer never outlives its question --- */
  document.addEventListener("change", event => { if (event.target.form) foretell(event.target.form); });
  async function foretell(form) {
    const place = $("[data-foretell]", form), asker = place && $("button[formaction$='/ask']", form);
    if (!asker) return;
    place.question?.abort();
    place.replaceChildren();
    if (!online || !$(place.dataset.foretell, form)) return;
    const { signal } = place.question = new AbortController();
    const asked = fetch(asker.getAttribute("formaction"), { method: "POST", body: new URLSearchParams(ordered(form, asker)), headers: { "HX-Request": "true" }, signal });
    const answer = await asked.then(answer => answer.text()).catch(() => "");
    if (!signal.aborted) place.innerHTML = answer;
  }
  const foretellAll = () => { for (const place of document.querySelectorAll("[data-foretell]")) foretell(place.closest("form")); };

  /* --- a change begins with what was entered: its choices are made, its button is marked --- */
  function recall(form) {
    const was = JSON.parse(form.dataset.was), nth = {};
    const isIt = control => { const words = control.value.split(" "); return control.name.split(" ").every((name, n) => [].concat(was[name] ?? []).includes(words[n])); };
    for (const control of form.querySelectorAll("[name]:not([type=hidden])")) {
      const given = was[control.name], list = Array.isArray(given);
      if (control.matches("[type=radio], [type=checkbox]")) control.checked = isIt(control);
      else if (control.matches("button")) { if (control.name && !control.hasAttribute("formaction") && isIt(control)) { control.classList.add("chosen"); control.setAttribute("aria-current", "true"); } }
      else if (control.matches("select")) { const value = list ? given[nth[control.name] = (nth[control.name] ?? -1) + 1] : given; if ([...control.options].some(option => option.value === value)) control.value = value; }
      else if (given !== undefined) control.value = list ? given.join(" ") : given;
    }
    ticks = [...was[$("[data-ordered]", form)?.name] ?? []];
  }

  /* --- what a control is called, without the signs that are for the eye only --- */
  function nameOf(control) {
    const words = control?.cloneNode(true);
    for (const sign of words?.querySelectorAll("[aria-hidden=true]") || []) sign.remove();
    return control?.getAttribute("aria-label") || words?.textContent.replace(/\s+/g, " ").trim();
  }

  /* --- what has been tapped and not answered yet --- */
  document.addEventListener("submit", event => {
    const form = event.target;
    if (!form.matches("form[data-entry]")) return;
    event.preventDefault();
    const data = ordered(form, event.submitter);
    data.set("key", newKey());
    if (!$("[name=seen]", form)) data.set("seen", shown());
    const chosen = $("input[type=radio]:checked", form);
    const say = [form.dataset.say, nameOf(chosen?.closest("label")), nameOf(event.submitter)];
    write([...read(), { url: event.submitter?.getAttribute("formaction") || form.getAttribute("action"), body: new URLSearchParams(data).toString(), say: [...new Set(say.filter(Boolean))].join(" → "), then: form.dataset.then || body.dataset.back || "" }]);
    $("#answer")?.replaceChildren();
    navigator.vibrate?.(12);
    send();
  });

  async function send() {
    if (sending || !code && !body.dataset.back) return;
    sending = true;
    try {
      for (let list = read(); list.length; list = read()) {
        const entry = list[0];
        let answer, text;
        try {
          [answer, text] = await part(entry.url, { method: "POST", body: entry.body }, 15000, { "Content-Type": "application/x-www-form-urlencoded" });
        } catch { answer = null; held = {}; }
        if (!answer || answer.status >= 500 || [408, 429].includes(answer.status)) { lost(); setTimeout(send, 2000); return; }
        write(read().slice(1));
        found();
        if (answer.ok) {
          putBack(new URLSearchParams(entry.body));
          if (entry.then && !$("#table")?.dataset.version || entry.then && body.dataset.back) { location.assign(entry.then); return; }
          if (!text.includes('id="table"')) refuse(text, entry.say);
          else if ($("#table")) draw(text); else location.reload();
        } else {
          refuse(text, entry.say);
          if (parseInt(answer.headers.get("X-Now")) > shown()) catchUp();
        }
      }
    } finally { sending = false; }
  }

  /* What was entered is no longer chosen; what is being chosen meanwhile stays. */
  function putBack(entered) {
    for (const field of document.querySelectorAll("form.entry :is(input, select)")) {
      if (!entered.getAll(field.name).includes(field.value)) continue;
      if (field.matches("[type=radio], [type=checkbox]")) field.checked = field.defaultChecked;
      else if (field.matches("select")) field.selectedIndex = 0;
    }
  }

  function showWaiting(list) {
    const place = $("#waiting");
    if (!place) return;
    place.hidden = !list.length;
    place.replaceChildren();
    if (list.length) place.append(Object.assign(document.createElement("strong"), { textContent: `${place.dataset.title}: ${list.length}` }));
    list.forEach((entry, index) => {
      const row = document.createElement("p");
      row.append(Object.assign(document.createElement("span"), { textContent: `◐ ${entry.say}` }));
      if (!online) {
        const drop = Object.assign(document.createElement("button"), { type: "button", textContent: place.dataset.drop });
        drop.onclick = () => write(read().filter((_, i) => i !== index));
        row.append(drop);
      }
      place.append(row);
    });
    status();
  }

  function refuse(text, say) {
    const place = $("#answer") || $("#main");
    place.insertAdjacentHTML("beforeend", text);
    const answer = place.lastElementChild;
    if (say) answer.prepend(Object.assign(document.createElement("small"), { textContent: say }));
    htmx.process(answer);
    for (const id of (answer?.dataset.at || "").split(" ").filter(Boolean)) document.getElementById(id)?.classList.add("refused-here");
    navigator.vibrate?.([30, 40, 30]);
    answer?.scrollIntoView({ block: "nearest" });
    answer?.focus({ preventScroll: true });
  }

  /* --- the table as it is now, told as what changed since the part we hold --- */
  let held = {};
  async function part(url, options, patience, more) {
    const before = held;
    const answer = await fetch(url, { ...options, headers: { ...more, "HX-Request": "true", ...before.tag && { "X-Part": before.tag } }, signal: AbortSignal.timeout(patience) });
    let text = await answer.text();
    const tag = answer.headers.get("X-Part");
    if (tag) {
      if (answer.headers.get("Content-Type").includes("json")) text = changed(before.text, JSON.parse(text));
      held = { tag, text };
    }
    return [answer, text];
  }
  function changed(text, changes) {
    const letters = [...text];
    for (const [at, gone, come] of changes.reverse()) letters.splice(at, gone, come);
    return letters.join("");
  }
  function draw(text) {
    const table = $("#table");
    if (!table) return;
    const mine = table.dataset.mine;
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
    if (!fresh || Number(fresh.dataset.version) < shown()) return;
    htmx.swap({ sourceElement: table, target: table, text, swap: "outerMorph" }).then(() => {
      const prompt = $(".prompt")?.textContent || $("#end-title")?.textContent || "";
      tell(prompt);
      if (!mine && $("#table").dataset.mine) { navigator.vibrate?.([20, 60, 20]); document.title = "▸ " + document.title.replace(/^▸ /, ""); }
      if (!$("#table").dataset.mine) document.title = document.title.replace(/^▸ /, "");
      light();
      chips();
      foretellAll();
      status();
    });
  }
  const tell = text => { const live = $("#live"); if (live && text && live.textContent !== text) live.textContent = text; };

  async function catchUp() {
    if (!code || !$("#table") || body.dataset.back) return;
    try {
      const [answer, text] = await part(location.pathname + location.search, {}, 8000);
      if (answer.ok && $("#table", new DOMParser().parseFromString(text, "text/html"))) draw(text);
      else if (answer.status === 403 && answer.headers.get("X-Answer")) { gone(text); return; }
      found();
    } catch { held = {}; lost(); }
  }

  /* --- the link of this phone was ended: it says so, and offers nothing that it could not enter --- */
  function gone(text) {
    stream?.close();
    stream = null;
    over = true;
    $("#table").outerHTML = text;
    line.hidden = true;
    write([]);
  }
  async function look() {
    const place = $("[data-look]");
    const answer = place && await fetch(place.dataset.look, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (answer?.status === 200) place.outerHTML = await answer.text();
  }

  /* --- the stream --- */
  function listen() {
    if (!code || over) return;
    stream?.close();
    stream = new EventSource(`/t/${code}/events?seen=${shown()}`);
    stream.onopen = () => { heard = Date.now(); found(); };
    stream.onmessage = event => { heard = Date.now(); const news = JSON.parse(event.data); if (news.again) look(); if (news.version > shown() || news.again) catchUp(); };
    stream.addEventListener("revoked", () => { stream.close(); catchUp(); });
    stream.onerror = () => { lost(); if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000); };
  }
  setInterval(() => { if (code && !over && (!stream || stream.readyState !== EventSource.OPEN) && !document.hidden) { catchUp(); if (stream?.readyState === EventSource.CLOSED) listen(); } }, 5000);
  const distrust = () => { if (!document.hidden) { send(); catchUp(); listen(); awake(); } };
  document.addEventListener("visibilitychange", distrust);
  addEventListener("online", distrust);
  addEventListener("offline", lost);
  addEventListener("pageshow", event => { if (event.persisted) distrust(); });

  function found() { if (!online) { online = true; showWaiting(read()); send(); } status(); }
  function lost() { online = false; showWaiting(read()); }
  function status() {
    if (!line) return;
    const waiting = read().length;
    line.className = "line " + (!online ? "offline" : waiting ? "waiting" : "live");
    line.textContent = !online ? `${words.offline} ${shown()}` + (waiting ? ` · ${waiting} ${words.waiting}` : "") : waiting ? `${waiting} ${words.waiting}` : words.live;
  }

  /* --- legal spots: a choice lights them, says on each what would come of it, and casts a shadow --- */
  let picked = null;
  const chosen = () => picked?.isConnected && picked.checked ? picked : $("input[data-lights]:checked");
  const told = (choice, name) => JSON.parse(choice?.dataset[name] || "{}");
  function light() {
    const opened = $("input[data-opens]:checked")?.dataset.opens;
    for (const group of document.querySelectorAll("[data-for]")) {
      group.hidden = !opened || !group.dataset.for.split(" ").includes(opened);
      if (group.hidden) for (const input of group.querySelectorAll(":checked")) input.checked = false;
    }
    const choice = chosen(), lit = new Set((choice?.dataset.lights || "").split(" ")), notes = told(choice, "notes");
    for (const spot of document.querySelectorAll("[data-spot]")) {
      spot.classList.toggle("lit", spot.form === choice?.form && lit.has(spot.dataset.spot));
      spot.classList.remove("refused-here");
      const note = $(".note", spot);
      if (note) note.textContent = spot.classList.contains("lit") && notes[spot.dataset.spot] || "";
    }
    shadow(null);
  }
  function shadow(spot) {
    const ghost = $(".ghost", spot?.form || document);
    if (ghost) ghost.setAttribute("points", spot ? told(chosen(), "ghosts")[spot.dataset.spot] || "" : "");
  }
  document.addEventListener("change", event => { if (event.target.matches("input[data-lights]")) picked = event.target; if (event.target.matches("input[data-lights], input[data-opens]")) light(); });
  for (const type of ["pointerover", "focusin"]) document.addEventListener(type, event => { const spot = event.target.closest("[data-spot]"); if (spot) shadow(spot); });

  /* --- chips that write into the field touched last: a stack, a row of dice --- */
  const chips = () => { for (const row of document.querySelectorAll("[data-chips][hidden]")) row.hidden = false; };
  let field = null;
  document.addEventListener("focusin", event => { if (event.target.matches("input[data-tiles]")) field = event.target; });
  document.addEventListener("click", event => {
    const chip = event.target.closest("[data-add]");
    if (!chip) return;
    const group = chip.closest("form");
    if (!field || !group.contains(field)) field = $("input[data-tiles]", group);
    const words = field.value.split(" ").filter(Boolean);
    if (chip.dataset.add) words.push(chip.dataset.add); else words.pop();
    field.value = words.join(" ");
  });

  /* --- kindnesses --- */
  let lock = null;
  async function awake() {
    const box = $("#awake");
    if (box) box.checked = localStorage.getItem("awake") !== "no";
    if (!code || document.hidden || localStorage.getItem("awake") === "no" || $("#end-title")) { lock?.release(); lock = null; return; }
    try { lock = await navigator.wakeLock?.request("screen"); } catch { lock = null; }
  }
  document.addEventListener("change", event => { if (event.target.id === "awake") { localStorage.setItem("awake", event.target.checked ? "yes" : "no"); awake(); } });
  document.addEventListener("click", async event => {
    const link = event.target.closest("a[data-share]");
    if (!link || !navigator.share) return;
    event.preventDefault();
    const text = link.href.endsWith(".txt") ? await (await fetch(link.href)).text() : "";
    navigator.share(text ? { text } : { url: link.href }).catch(() => {});
  });
  document.addEventListener("click", async event => {
    const link = event.target.closest("a[data-picture]");
    if (!link) return;
    event.preventDefault();
    const picture = Object.assign(new Image(), { src: link.href }), canvas = Object.assign(document.createElement("canvas"), { width: 1080, height: 1080 });
    await picture.decode();
    canvas.getContext("2d").drawImage(picture, 0, 0);
    canvas.toBlob(blob => {
      const file = new File([blob], "result.png", { type: "image/png" });
      if (navigator.canShare?.({ files: [file] })) navigator.share({ files: [file] }).catch(() => {});
      else Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: file.name }).click();
    });
  });
  for (const select of document.querySelectorAll("select[data-remember]")) {
    const kept = localStorage.getItem(select.dataset.remember);
    if (kept && [...select.options].some(option => option.value === kept)) select.value = kept;
    select.addEventListener("change", () => localStorage.setItem(select.dataset.remember, select.value));
  }
  for (const time of document.querySelectorAll("time[datetime]")) time.textContent = new Date(time.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const next = $("a[data-auto]");
  if (next) setTimeout(() => location.replace(next.href), 1500);
  /* --- a newer app is told of and taken when the table says so, never in the middle of a game --- */
  const fresh = worker => { const note = $("#fresh"); if (!note || !worker || !navigator.serviceWorker.controller) return; note.hidden = false; $("button", note).onclick = () => worker.postMessage("update"); };
  navigator.serviceWorker?.register("/sw.js").then(kept => {
    fresh(kept.waiting);
    kept.onupdatefound = () => { const coming = kept.installing; coming.onstatechange = () => { if (coming.state === "installed") fresh(coming); }; };
    const had = navigator.serviceWorker.controller;
    navigator.serviceWorker.oncontrollerchange = () => { if (had) location.reload(); };
  }).catch(() => {});
  let install = null;
  addEventListener("beforeinstallprompt", event => { event.preventDefault(); install = event; const hint = $("#install"); if (hint) hint.hidden = false; });
  document.addEventListener("click", event => { if (event.target.closest("#install button")) { install?.prompt(); $("#install").hidden = true; } });

  for (const form of document.querySelectorAll("form[data-was]")) recall(form);
  showWaiting(read());
  light();
  chips();
  foretellAll();
  if (code) { listen(); awake(); }
  send();
})();
