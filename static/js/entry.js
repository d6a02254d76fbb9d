/* Keeps each entry the moment it is tapped, and has it sent: htmx's part ends where the outbox begins. */
import { $, $$, apart, nameOf } from "./dom.js";
import { laidOf } from "./laid.js";
import { isOnline } from "./line.js";
import { showTaps } from "./notices.js";
import * as outbox from "./outbox.js";
import { addOwn } from "./own_taps.js";
import { back, shownMark, shownVersion, tableHere } from "./page.js";
import { send } from "./sender.js";
import { askWhoWrites, asksWhoWrites } from "./who_writes.js";

export function keepEntries() {
  htmx.registerExtension("outbox", {
    htmx_config_request(form, { ctx: { request } }) {
      if (request.method !== "POST") return true;
      if (!request.action.endsWith("/enter")) return true;
      if (waitsThere(form, request.submitter)) return false;
      if (asksWhoWrites()) askWhoWrites(() => keep(form, request));
      else keep(form, request);
      return false;
    },
  });
}

const chosenOnBoard = form => $$("#board :checked").filter(box => box.form === form);

/* A second tap where an entry waits is no second entry, nor is one on the board while the hand is put away. */
function waitsThere(form, submitter) {
  if (form.matches("#hand[hidden]")) return true;
  const places = [submitter, ...chosenOnBoard(form).map(box => box.closest("label"))];
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
  const away = !isOnline();
  data.set("key", key);
  if (away || !data.has("seen")) data.set("seen", shown());
  return {
    key,
    away,
    url,
    body: new URLSearchParams(data).toString(),
    say: wordsFor(form, submitter),
    ...placeOf(form, submitter),
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

/* Where on the board it was tapped, and what it lays there: another time the place may be no button. */
function placeOf(form, submitter) {
  if (!submitter?.matches("[data-spot]")) return {};
  return { at: submitter.dataset.spot, laid: laidOf($("#hand label > :checked", form)).outerHTML };
}

/* What was tapped, in the words of the page. */
function wordsFor(form, submitter) {
  const chosen = $("input[type=radio]:checked", form);
  const words = [form.dataset.say, nameOf(chosen?.closest("label")), nameOf(submitter)];
  const arrow = getComputedStyle(form).direction === "rtl" ? " ← " : " → ";
  return [...new Set(words.filter(Boolean))].map(apart).join(arrow);
}
