"""Scripts that the double tap tests run in the page."""

WATCH = """() => {
  if (window.tapsAreLogged) return;
  window.tapsAreLogged = true;
  const CONTROL = "button, a, label, input, select, summary, #tomb, [data-spot]";
  const LOG = "taps-log", COUNT = "taps-count";
  const put = Storage.prototype.setItem, drop = Storage.prototype.removeItem, post = window.fetch;
  window.describeControl = control => {
    const field = control.control ?? control;
    const names = ["id", "name", "value", "commandfor", "href", "data-face", "data-add"];
    const said = names.filter(name => field.getAttribute?.(name));
    const marks = said.map(name => `[${name}="${field.getAttribute(name)}"]`).join("");
    const words = (control.ariaLabel ?? control.textContent).replace(/\\s+/g, " ").trim().slice(0, 40);
    return `${field.localName}${marks} “${words}”`;
  };
  const count = () => Number(sessionStorage.getItem(COUNT));
  const log = event => {
    const events = JSON.parse(sessionStorage.getItem(LOG) ?? "[]");
    put.call(sessionStorage, LOG, JSON.stringify([...events, { tap: count(), ...event }]));
  };
  const isEntry = name => name.startsWith("tap-");
  const keyIn = name => name.split("-").at(-1);
  let submittedBy = 0, clicking = false;
  addEventListener("pointerdown", ({ target, timeStamp }) => {
    put.call(sessionStorage, COUNT, count() + 1);
    const control = target.closest?.(CONTROL) ?? target;
    log({ what: "down", at: Math.round(performance.timeOrigin + timeStamp), on: describeControl(control) });
  }, true);
  addEventListener("click", () => {
    clicking = true;
    setTimeout(() => { clicking = false; }, 0);
  }, true);
  addEventListener("submit", () => { submittedBy = count(); }, true);
  addEventListener("submit", event => {
    const { target, submitter } = event;
    const method = submitter?.getAttribute("formmethod") ?? target.getAttribute("method");
    if (event.defaultPrevented || method?.toLowerCase() !== "post") return;
    log({ what: "post", tap: submittedBy, url: submitter?.formAction ?? target.action,
      body: new URLSearchParams(new FormData(target, submitter)).toString() });
  });
  window.fetch = function (address, options) {
    const url = new URL(address?.url ?? address, location.href).pathname;
    const method = (options?.method ?? address?.method ?? "GET").toUpperCase();
    if (method !== "GET" && !/\\/(enter|ask)$/.test(url))
      log({ what: "post", tap: submittedBy || count(), url, body: String(options?.body ?? "") });
    const answered = post.apply(this, arguments);
    if (url.endsWith("/enter")) answered.then(({ status }) => {
      const key = new URLSearchParams(String(options?.body)).get("key");
      log({ what: "answer", key, status });
    }, () => {});
    return answered;
  };
  Storage.prototype.setItem = function (name, text) {
    if (this === localStorage && isEntry(name) && this.getItem(name) === null) {
      const { body, say } = JSON.parse(text);
      log({ what: "entry", tap: submittedBy || count(), key: keyIn(name), body, say });
    }
    return put.call(this, name, text);
  };
  Storage.prototype.removeItem = function (name) {
    if (clicking && this === localStorage && isEntry(name)) log({ what: "dropped", key: keyIn(name) });
    return drop.call(this, name);
  };
}"""
"""Log in the session storage of the tab, for each tap, what was under the finger, which entries were queued
or dropped, and what else was posted. The log outlives a page load."""

CONTROLS = """() => {
  const CONTROL = "button, a, label, summary, input:not([type=hidden]), select, textarea, [data-spot], "
    + "#strips rect, [data-face]";
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  const bare = text => (text ?? "").replace(/\\d+/g, "#");
  const path = address => bare((address ?? "").replace(/[?#].*/, "").replace(/\\/t\\/[0-9A-Z]+/, "/t/#"));
  const kindOf = control => {
    const field = control.control ?? control;
    const isChoice = field.matches("input");
    const form = control.form?.getAttribute("action") ?? control.form?.getAttribute("hx-post");
    const value = isChoice ? "" : String(field.value ?? "");
    const names = [
      control.localName, field.name, value.split(" ")[0],
      control.getAttribute("commandfor"), path(control.getAttribute("href")), bare(control.id),
      bare(control.dataset?.spot), path(form), "face" in (control.dataset ?? {}) ? "face" : "",
      control.className?.baseVal ?? control.classList?.[0], sheet?.id ?? "",
    ];
    return names.map(name => bare(name ?? "")).join("|").replace(/\\|+/g, "|");
  };
  const pointOf = control => {
    const { left, top, width, height } = control.getBoundingClientRect();
    for (const [across, down] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75]]) {
      const [x, y] = [left + width * across, top + height * down];
      if (width && document.elementFromPoint(x, y)?.closest(CONTROL) === control) return [x, y];
    }
    return null;
  };
  const mayEnter = control => control.matches("#strips rect, .lit") || (control.type === "submit"
    && !control.dataset.spot && /\\/enter$/.test(control.form?.getAttribute("action") ?? ""));
  const isLive = control => !(control.control ?? control).disabled;
  return [...(sheet ?? document.body).querySelectorAll(CONTROL)].filter(isLive).flatMap(control => {
    const point = pointOf(control);
    if (!point) return [];
    return [{ kind: kindOf(control), x: point[0], y: point[1], on: describeControl(control),
      enters: mayEnter(control) }];
  });
}"""
"""The live controls that a thumb can hit now, with the kind of each and the point to tap. Controls of one
kind differ in numbers, places or values alone."""

OPENERS = """() => {
  const openers = [...document.querySelectorAll("#table [command=show-modal]:not(#menu [command])")];
  const shown = openers.filter(opener => opener.checkVisibility());
  const sheets = shown.map(opener => `#table [commandfor="${opener.getAttribute("commandfor")}"]`);
  const links = [...document.querySelectorAll("#menu a[hx-get], #plan a[hx-get], #head a[hx-get]")];
  const below = link => link.getAttribute("hx-get").replace(/^\\/t\\/[0-9A-Z]+/, "");
  const drawers = links.map(link => `a[hx-get$="${below(link)}"]`);
  return [...new Set([...sheets, ...drawers])];
}"""
"""Selectors of what opens a sheet or a drawer."""

STATE = """() => JSON.stringify([
  location.href,
  [...document.querySelectorAll("dialog[open], details[open]")].map(each => each.id),
  [...document.querySelectorAll("input, select")].map(each => each.type === "hidden" ? "" :
    [each.checked, each.value]),
  document.querySelector("main, #main, body").innerText,
  document.querySelectorAll("[aria-pressed=true], .lit, [aria-checked=true]").length,
  document.querySelector("#tomb")?.innerHTML,
  scrollX, scrollY,
])"""
"""What a tap may have changed of a page without an entry."""

START_LOG = """() => {
  sessionStorage.setItem("taps-log", "[]");
  sessionStorage.setItem("taps-count", "0");
}"""
READ_LOG = "() => JSON.parse(sessionStorage.getItem('taps-log') ?? '[]')"
QUEUED = "() => Object.keys(localStorage).filter(name => name.startsWith('tap-')).length"
FORGET = """() => {
  for (const name of Object.keys(localStorage))
    if (/^(tap|refused|held|left-out|writes)-/.test(name)) localStorage.removeItem(name);
  sessionStorage.clear();
}"""
"""Nothing of the pair before waits, was refused or is half chosen."""
