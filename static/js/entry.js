/* Keeps each entry the moment it is tapped, and has it sent: htmx's part ends where the outbox begins. */
import { $, $$, apart, nameOf } from "./dom.js";
import { isOnline } from "./line.js";
import { showTaps } from "./notices.js";
import * as outbox from "./outbox.js";
import { addOwn } from "./own_taps.js";
import { back, shownMark, shownVersion, tableHere } from "./page.js";
import { send } from "./sender.js";

export function keepEntries() {
  htmx.registerExtension("outbox", {
    htmx_config_request(form, { ctx: { request } }) {
      if (request.method !== "POST") return true;
      if (!request.action.endsWith("/enter")) return true;
      if (!waitsThere(form, request.submitter)) keep(form, request);
      return false;
    },
  });
}

/* A second tap where an entry waits is no second entry. */
function waitsThere(form, submitter) {
  const places = [submitter, ...$$("#board :checked", form).map(box => box.closest("label"))];
  return places.some(place => place?.matches("[data-waiting], :has([data-waiting])"));
}

function keep(form, { action, body, submitter }) {
  const tap = outbox.add(tapOf(form, action, body, submitter));
  addOwn(tap);
  for (const answer of outbox.refused(tap.table)) outbox.read(answer);
  $("#answer")?.replaceChildren();
  showTaps();
  navigator.vibrate?.(12);
  send();
}

function tapOf(form, url, data, submitter) {
  const key = outbox.newKey();
  data.set("key", key);
  if (!$("[name=seen]", form)) data.set("seen", shown());
  return {
    key,
    url,
    body: new URLSearchParams(data).toString(),
    say: wordsFor(form, submitter),
    game: document.title.split(" · ")[0],
    // biome-ignore lint/suspicious/noThenProperty: taps that wait on phones are stored with this name
    then: form.dataset.then || back || "",
    from: location.pathname,
  };
}

/* What the server showed: with no line, what it showed when the first tap that waits was made. */
function shown() {
  const [first] = isOnline() ? [] : outbox.waiting(tableHere);
  const seen = first && new URLSearchParams(first.body).get("seen");
  return seen || `${shownVersion()}.${shownMark()}`;
}

/* What was tapped, in the words of the page. */
function wordsFor(form, submitter) {
  const chosen = $("input[type=radio]:checked", form);
  const words = [form.dataset.say, nameOf(chosen?.closest("label")), nameOf(submitter)];
  const arrow = getComputedStyle(form).direction === "rtl" ? " ← " : " → ";
  return [...new Set(words.filter(Boolean))].map(apart).join(arrow);
}
