/* The phone's part: keep each tap until it is answered, follow the stream, light the legal spots. */
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const body = document.body,
    code = body.dataset.table,
    at = code || body.dataset.back?.split("/")[2];
  const line = $("#line"),
    words = line ? line.dataset : {};
  let stream = null,
    over = false,
    heard = 0,
    online = true,
    strange = false;

  const shown = () => Number($("#table")?.dataset.version || body.dataset.version || 0);
  const mark = () => $("#table")?.dataset.mark || "";
  const isLive = () => code && $("#table") && !body.dataset.back;

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
    for (const name of new Set(
      [...form.querySelectorAll("[data-ordered]:checked")].map(box => box.name),
    )) {
      const ticked = data
        .getAll(name)
        .sort((one, other) => ticks.indexOf(one) - ticks.indexOf(other));
      data.delete(name);
      for (const value of ticked) data.append(name, value);
    }
    return data;
  }

  /* --- beside what is chosen, at once: what would come of it. An answer never outlives its question --- */
  document.addEventListener("change", event => {
    if (event.target.form) foretell(event.target.form);
  });
  async function foretell(form) {
    const place = $("[data-foretell]", form),
      asker = place && $("button[formaction$='/ask']", form);
    if (!asker) return;
    place.question?.abort();
    place.replaceChildren();
    if (!online || !$(place.dataset.foretell, form)) return;
    const { signal } = (place.question = new AbortController());
    const question = { method: "POST", body: new URLSearchParams(ordered(form, asker)), signal };
    const answer = await asked(asker.getAttribute("formaction"), question)
      .then(([, text]) => text)
      .catch(() => "");
    if (!signal.aborted) place.innerHTML = answer;
  }
  const foretellAll = () => {
    for (const place of document.querySelectorAll("[data-foretell]"))
      foretell(place.closest("form"));
  };

  /* --- a change begins with what was entered: its choices are made, its button is marked --- */
  function recall(form) {
    const was = JSON.parse(form.dataset.was),
      nth = {};
    const isIt = control => {
      const words = control.value.split(" ");
      return control.name
        .split(" ")
        .every((name, n) => [].concat(was[name] ?? []).includes(words[n]));
    };
    for (const control of form.querySelectorAll("[name]:not([type=hidden])")) {
      const given = was[control.name],
        list = Array.isArray(given);
      if (control.matches("[type=radio], [type=checkbox]")) control.checked = isIt(control);
      else if (control.matches("button")) {
        if (control.name && !control.hasAttribute("formaction") && isIt(control)) {
          control.classList.add("chosen");
          control.setAttribute("aria-current", "true");
        }
      } else if (control.matches("select")) {
        const value = list ? given[(nth[control.name] = (nth[control.name] ?? -1) + 1)] : given;
        if ([...control.options].some(option => option.value === value)) control.value = value;
      } else if (given !== undefined) control.value = list ? given.join(" ") : given;
    }
    ticks = [...(was[$("[data-ordered]", form)?.name] ?? [])];
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
    const key = outbox.newKey(),
      url = event.submitter?.getAttribute("formaction") || form.getAttribute("action");
    data.set("key", key);
    if (!$("[name=seen]", form)) data.set("seen", `${shown()}.${mark()}`);
    const chosen = $("input[type=radio]:checked", form);
    const say = [form.dataset.say, nameOf(chosen?.closest("label")), nameOf(event.submitter)];
    const then = url.endsWith("/ask") ? "" : form.dataset.then || body.dataset.back || "";
    const tap = outbox.add({
      key,
      url,
      body: new URLSearchParams(data).toString(),
      say: [...new Set(say.filter(Boolean))].join(" → "),
      then,
      from: location.pathname,
    });
    mine.set(tap.key, tap);
    for (const answer of outbox.refused(tap.table)) outbox.read(answer);
    $("#answer")?.replaceChildren();
    showTaps();
    navigator.vibrate?.(12);
    send();
  });

  /* The taps of all tables are sent from every page; those of one table in their order, by one tab at a time. */
  const send = () => outbox.tables().forEach(sendThose);
  const sending = new Set();
  async function sendThose(table) {
    if (sending.has(table)) return;
    sending.add(table);
    const emptied = await outbox.alone(table, () => sendAll(table)).catch(() => false);
    sending.delete(table);
    if (emptied && outbox.waiting(table).length) sendThose(table);
  }
  /* Until one is not answered: that one and all behind it wait. */
  async function sendAll(table) {
    for (let tap; (tap = outbox.waiting(table)[0]); ) {
      try {
        await sendOne(tap);
      } catch (error) {
        held = {};
        lost(error);
        sendLater();
        return false;
      }
      found();
    }
    return true;
  }
  let later;
  function sendLater() {
    clearTimeout(later);
    later = setTimeout(send, 2000);
  }
  async function sendOne(tap) {
    const form = {
      method: "POST",
      body: tap.body,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    };
    const [answer, text, before] = await (tap.table === at ? part : asked)(tap.url, {
      ...form,
      signal: AbortSignal.timeout(15000),
    });
    if (answer.status >= 500 || [408, 429].includes(answer.status)) throw new Error(answer.status);
    if (!answer.ok) outbox.refuse(tap, text);
    else outbox.sent(tap);
    if (answer.ok && !text.includes('id="table"') && mine.has(tap.key)) refuse(text, tap);
    settle();
    if (tap.table !== code) return;
    if (answer.ok && isLive()) draw(text, before);
    else if (parseInt(answer.headers.get("X-Now")) > shown()) catchUp();
  }

  /* Those made on this page, which may be sent by another tab: what follows an answer happens where it was tapped. */
  const mine = new Map(
    at
      ? outbox
          .waiting(at)
          .filter(tap => tap.from === location.pathname)
          .map(tap => [tap.key, tap])
      : [],
  );
  function settle() {
    showTaps();
    const open = new Set(outbox.waiting(at).map(tap => tap.key)),
      refused = new Set(outbox.refused(at).map(tap => tap.key));
    for (const tap of [...mine.values()].filter(tap => !open.has(tap.key))) {
      mine.delete(tap.key);
      if (refused.has(tap.key)) continue;
      putBack(new URLSearchParams(tap.body));
      if (tap.then) location.assign(tap.then);
      else if (!$("#table") && !tap.url.endsWith("/ask")) location.reload();
    }
  }
  addEventListener("storage", event => {
    if (/^(tap|refused)-/.test(event.key)) settle();
  });

  /* What was entered is no longer chosen; what is being chosen meanwhile stays, and whose it is the table says. */
  function putBack(entered) {
    for (const field of document.querySelectorAll(
      "form.entry :is(input, select:not([name=seat]))",
    )) {
      if (!entered.getAll(field.name).includes(field.value)) continue;
      if (field.matches("[type=radio], [type=checkbox]")) field.checked = field.defaultChecked;
      else if (field.matches("select")) field.selectedIndex = 0;
    }
  }

  function make(tag, text, more) {
    return Object.assign(document.createElement(tag), { textContent: text, ...more });
  }
  function showTaps() {
    showWaiting();
    showElsewhere();
    showRefused();
    $("#unkept").hidden = outbox.keeps();
    $("#stranger").hidden = !strange;
    status();
  }
  function showWaiting() {
    const place = $("#waiting");
    if (!place) return;
    const list = outbox.waiting(at);
    place.hidden = !list.length;
    place.replaceChildren(make("strong", `${place.dataset.title}: ${list.length}`));
    for (const tap of list) {
      const row = make("p");
      row.append(make("span", `◐ ${tap.say}`));
      if (!online)
        row.append(
          make("button", place.dataset.drop, {
            type: "button",
            onclick: () => {
              mine.delete(tap.key);
              outbox.sent(tap);
              showTaps();
            },
          }),
        );
      place.append(row);
    }
  }
  /* What waits or was refused at other tables is told with the way there; a table that is gone has none. */
  function showElsewhere() {
    const place = $("#elsewhere"),
      words = place.dataset;
    const rows = outbox
      .tables()
      .filter(table => table !== at)
      .map(table => {
        const row = make("p"),
          waiting = outbox.waiting(table),
          refused = outbox.refused(table);
        row.append(make("a", table, { href: `/t/${table}` }));
        if (waiting.length) row.append(` ${words.waiting}: ${waiting.length}`);
        if (refused.length)
          row.append(
            ` ${words.refused}: ${refused.map(tap => tap.say).join(", ")} `,
            make("button", words.read, {
              type: "button",
              onclick: () => {
                refused.forEach(outbox.read);
                showTaps();
              },
            }),
          );
        return row;
      });
    place.hidden = !rows.length;
    place.replaceChildren(...rows);
  }
  /* A refusal stays, also over a reload, until it was read or the next thing is entered. */
  function showRefused() {
    if (!at) return;
    const list = outbox.refused(at),
      there = [...document.querySelectorAll("[data-tap]")];
    for (const answer of there)
      if (!list.some(tap => tap.key === answer.dataset.tap)) answer.remove();
    for (const tap of list) {
      if (there.some(answer => answer.dataset.tap === tap.key)) continue;
      const answer = refuse(tap.answer, tap);
      if (!answer) continue;
      answer.dataset.tap = tap.key;
      answer.append(
        make("button", $("#elsewhere").dataset.read, {
          type: "button",
          onclick: () => {
            outbox.read(tap);
            showTaps();
          },
        }),
      );
    }
  }

  function refuse(text, tap) {
    const place = $("#answer") || $("#main");
    place.insertAdjacentHTML("beforeend", text);
    const answer = place.lastElementChild;
    if (tap.say) answer.prepend(make("small", tap.say));
    htmx.process(answer);
    for (const id of (answer?.dataset.at || "").split(" ").filter(Boolean))
      document.getElementById(id)?.classList.add("refused-here");
    navigator.vibrate?.([30, 40, 30]);
    answer?.scrollIntoView({ block: "nearest" });
    answer?.focus({ preventScroll: true });
    return answer;
  }

  /* --- only answers of the app's own are believed: on a network that asks for a login, anything may answer --- */
  class Stranger extends Error {}
  async function asked(url, options) {
    const answer = await fetch(url, {
      ...options,
      headers: { ...options?.headers, "HX-Request": "true" },
    });
    if (!answer.headers.has("X-Companion")) throw new Stranger(url);
    return [answer, await answer.text()];
  }

  /* --- the table as it is now, told as what changed since the part we hold --- */
  let held = {};
  async function part(url, options) {
    const before = held,
      version = shown();
    let [answer, text] = await asked(url, {
      ...options,
      headers: { ...options.headers, ...(before.tag && { "X-Part": before.tag }) },
    });
    const tag = answer.headers.get("X-Part");
    if (tag) {
      if (answer.headers.get("Content-Type").includes("json"))
        text = changed(before.text, JSON.parse(text));
      held = { tag, text };
    }
    return [answer, text, version];
  }
  function changed(text, changes) {
    const letters = [...text];
    for (const [at, gone, come] of changes.reverse()) letters.splice(at, gone, come);
    return letters.join("");
  }
  /* An answer older than the screen came late, and is dropped; but one older than what was shown when it
     was asked for comes from a server that was put back to an older state, and the phone follows it. */
  function draw(text, before) {
    const table = $("#table");
    if (!table) return;
    const mine = table.dataset.mine;
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
    if (!fresh) return;
    const version = Number(fresh.dataset.version);
    if (version < shown() && version >= before) return;
    htmx.swap({ sourceElement: table, target: table, text, swap: "outerMorph" }).then(() => {
      const prompt = $(".prompt")?.textContent || $("#end-title")?.textContent || "";
      tell(prompt);
      if (!mine && $("#table").dataset.mine) {
        navigator.vibrate?.([20, 60, 20]);
        document.title = "▸ " + document.title.replace(/^▸ /, "");
      }
      if (!$("#table").dataset.mine) document.title = document.title.replace(/^▸ /, "");
      light();
      chips();
      foretellAll();
      status();
    });
  }
  const tell = text => {
    const live = $("#live");
    if (live && text && live.textContent !== text) live.textContent = text;
  };

  async function catchUp() {
    if (!isLive()) return;
    try {
      const [answer, text, before] = await part(location.pathname + location.search, {
        signal: AbortSignal.timeout(8000),
      });
      if (answer.ok && $("#table", new DOMParser().parseFromString(text, "text/html")))
        draw(text, before);
      else if (answer.status === 403 && answer.headers.get("X-Answer")) {
        gone();
        return;
      }
      found();
    } catch (error) {
      held = {};
      lost(error);
    }
  }

  /* --- the link of this phone was ended: in place of any page of the table it is told so --- */
  function gone() {
    over = true;
    stream?.close();
    location.replace(`/t/${code}`);
  }
  async function look() {
    const place = $("[data-look]");
    const [answer, text] = (place && (await asked(place.dataset.look).catch(() => null))) || [];
    if (answer?.status === 200) place.outerHTML = text;
  }

  /* --- the stream --- */
  function listen() {
    if (!code || over) return;
    stream?.close();
    stream = new EventSource(`/t/${code}/events`);
    stream.onopen = () => {
      heard = Date.now();
      found();
      look();
    };
    stream.onmessage = event => {
      heard = Date.now();
      hear(JSON.parse(event.data));
    };
    stream.addEventListener("revoked", gone);
    stream.onerror = () => {
      lost();
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
    };
  }
  /* Also an older version is looked into: the news may be late, or the server was put back to it. */
  function hear(news) {
    if (news.again) look();
    if (news.again || news.version !== shown() || (news.mark && news.mark !== mark())) catchUp();
  }
  setInterval(() => {
    send();
    if (code && !over && (!stream || stream.readyState !== EventSource.OPEN) && !document.hidden) {
      catchUp();
      if (stream?.readyState === EventSource.CLOSED) listen();
    }
  }, 5000);
  const distrust = () => {
    if (!document.hidden) {
      send();
      catchUp();
      listen();
      awake();
    }
  };
  document.addEventListener("visibilitychange", distrust);
  addEventListener("online", distrust);
  addEventListener("offline", () => lost());
  addEventListener("pageshow", event => {
    if (event.persisted) distrust();
  });

  function found() {
    if (!online) {
      online = true;
      strange = false;
      showTaps();
      send();
    }
    status();
  }
  function lost(error) {
    online = false;
    strange = error ? error instanceof Stranger : strange;
    showTaps();
  }
  function status() {
    if (!line) return;
    const waiting = outbox.waiting(at).length;
    line.className = "line " + (!online ? "offline" : waiting ? "waiting" : "live");
    line.textContent = !online
      ? `${words.offline} ${shown()}` + (waiting ? ` · ${waiting} ${words.waiting}` : "")
      : waiting
        ? `${waiting} ${words.waiting}`
        : words.live;
  }

  /* --- legal spots: a choice lights them, says on each what would come of it, and casts a shadow --- */
  let picked = null;
  const chosen = () =>
    picked?.isConnected && picked.checked ? picked : $("input[data-lights]:checked");
  const told = (choice, name) => JSON.parse(choice?.dataset[name] || "{}");
  function light() {
    const opened = $("input[data-opens]:checked")?.dataset.opens;
    for (const group of document.querySelectorAll("[data-for]")) {
      group.hidden = !opened || !group.dataset.for.split(" ").includes(opened);
      if (group.hidden)
        for (const input of group.querySelectorAll(":checked")) input.checked = false;
    }
    const choice = chosen(),
      lit = new Set((choice?.dataset.lights || "").split(" ")),
      notes = told(choice, "notes");
    for (const spot of document.querySelectorAll("[data-spot]")) {
      spot.classList.toggle("lit", spot.form === choice?.form && lit.has(spot.dataset.spot));
      spot.classList.remove("refused-here");
      const note = $(".note", spot);
      if (note)
        note.textContent = (spot.classList.contains("lit") && notes[spot.dataset.spot]) || "";
    }
    shadow(null);
  }
  function shadow(spot) {
    const ghost = $(".ghost", spot?.form || document);
    if (ghost)
      ghost.setAttribute("points", spot ? told(chosen(), "ghosts")[spot.dataset.spot] || "" : "");
  }
  document.addEventListener("change", event => {
    if (event.target.matches("input[data-lights]")) picked = event.target;
    if (event.target.matches("input[data-lights], input[data-opens]")) light();
  });
  for (const type of ["pointerover", "focusin"])
    document.addEventListener(type, event => {
      const spot = event.target.closest("[data-spot]");
      if (spot) shadow(spot);
    });

  /* --- chips that write into the field touched last: a stack, a row of dice --- */
  const chips = () => {
    for (const row of document.querySelectorAll("[data-chips][hidden]")) row.hidden = false;
  };
  let field = null;
  document.addEventListener("focusin", event => {
    if (event.target.matches("input[data-tiles]")) field = event.target;
  });
  document.addEventListener("click", event => {
    const chip = event.target.closest("[data-add]");
    if (!chip) return;
    const group = chip.closest("form");
    if (!field || !group.contains(field)) field = $("input[data-tiles]", group);
    const words = field.value.split(" ").filter(Boolean);
    if (chip.dataset.add) words.push(chip.dataset.add);
    else words.pop();
    field.value = words.join(" ");
  });

  /* --- kindnesses --- */
  let lock = null;
  async function awake() {
    const box = $("#awake");
    if (box) box.checked = outbox.get("awake") !== "no";
    if (!code || document.hidden || outbox.get("awake") === "no" || $("#end-title")) {
      lock?.release();
      lock = null;
      return;
    }
    try {
      lock = await navigator.wakeLock?.request("screen");
    } catch {
      lock = null;
    }
  }
  document.addEventListener("change", event => {
    if (event.target.id === "awake") {
      outbox.put("awake", event.target.checked ? "yes" : "no");
      awake();
    }
  });
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
    const picture = Object.assign(new Image(), { src: link.href }),
      canvas = Object.assign(document.createElement("canvas"), { width: 1080, height: 1080 });
    await picture.decode();
    canvas.getContext("2d").drawImage(picture, 0, 0);
    canvas.toBlob(blob => {
      const file = new File([blob], "result.png", { type: "image/png" });
      if (navigator.canShare?.({ files: [file] }))
        navigator.share({ files: [file] }).catch(() => {});
      else
        Object.assign(document.createElement("a"), {
          href: URL.createObjectURL(blob),
          download: file.name,
        }).click();
    });
  });
  for (const select of document.querySelectorAll("select[data-remember]")) {
    const kept = outbox.get(select.dataset.remember);
    if (kept && [...select.options].some(option => option.value === kept)) select.value = kept;
    select.addEventListener("change", () => outbox.put(select.dataset.remember, select.value));
  }
  for (const time of document.querySelectorAll("time[datetime]"))
    time.textContent = new Date(time.dateTime).toLocaleTimeString([], {
      hour: "2-digit",
      minute: "2-digit",
    });
  const next = $("a[data-auto]");
  if (next) setTimeout(() => location.replace(next.href), 1500);
  /* --- a newer app is told of and taken when the table says so, never in the middle of a game --- */
  const fresh = worker => {
    const note = $("#fresh");
    if (!note || !worker || !navigator.serviceWorker.controller) return;
    note.hidden = false;
    $("button", note).onclick = () => worker.postMessage("update");
  };
  navigator.serviceWorker
    ?.register("/sw.js")
    .then(kept => {
      fresh(kept.waiting);
      kept.onupdatefound = () => {
        const coming = kept.installing;
        coming.onstatechange = () => {
          if (coming.state === "installed") fresh(coming);
        };
      };
      const had = navigator.serviceWorker.controller;
      navigator.serviceWorker.oncontrollerchange = () => {
        if (had) location.reload();
      };
    })
    .catch(() => {});
  let install = null;
  addEventListener("beforeinstallprompt", event => {
    event.preventDefault();
    install = event;
    const hint = $("#install");
    if (hint) hint.hidden = false;
  });
  document.addEventListener("click", event => {
    if (event.target.closest("#install button")) {
      install?.prompt();
      $("#install").hidden = true;
    }
  });

  for (const form of document.querySelectorAll("form[data-was]")) recall(form);
  showTaps();
  light();
  chips();
  foretellAll();
  if (code) {
    listen();
    awake();
  }
  send();
})();
