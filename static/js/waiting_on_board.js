/* Without a line what was entered is drawn where it belongs: its place has a dashed edge and a badge, and shows the
   piece. The board itself stays what was last heard; where this phone judges by itself, it has drawn the move. What
   is refused later lies askew on its place, and its piece is in the hand again. */
import { $, $$, make } from "./dom.js";
import { valueIn } from "./form_values.js";
import { isByItself, isOnline } from "./line.js";
import * as outbox from "./outbox.js";
import { undrawn } from "./own_taps.js";
import { announce, code } from "./page.js";

const drawn = new Set(); // the keys of taps that were drawn before

export function drawWhatWaits() {
  if (!code) return;
  for (const name of ["taps:shown", "table:drawn"]) document.addEventListener(name, draw);
  draw();
}

export function removeDrawn(page) {
  for (const made of $$(".to-send, .piece-to-send", page)) made.remove();
  for (const name of ["data-waiting", "data-covered", "data-refused"])
    for (const place of $$(`:is(#board, #seats) [${name}]`, page)) place.removeAttribute(name);
}

function draw() {
  removeDrawn(document);
  const taps = outbox.waiting(code);
  if (isOnline()) drawRefused(outbox.refused(code).find(tap => tap.away));
  else if (isByItself() || !undrawn(code).length) drawJudged(taps);
  else for (const [before, tap] of taps.entries()) drawTap(tap, before + 1);
}

/* Where this phone has drawn the moves itself: the place of the newest, and the numbers that count what waits. */
function drawJudged(taps) {
  if (!taps.length) return;
  const places = $$("#board [data-last]");
  for (const place of places) place.dataset.waiting = taps.length;
  badge(places, `↑${taps.length}`);
  for (const { body } of taps) {
    const seat = $(`#seats > .c${valueIn(body, "seat")}`);
    if (seat) seat.dataset.waiting = "";
  }
}

/* The piece leaves the hand: no other place is lit for it. */
function drawTap(tap, number) {
  const { places, piece } = partsOf(tap);
  for (const place of places) place.dataset.waiting = number;
  lay(tap, places, `↑${number}`);
  places[0]?.toggleAttribute("data-covered", Boolean($(".piece-to-send > *", places[0])));
  if (tap.at) choose(piece, false, tap.key);
}

function drawRefused(tap) {
  if (!tap) return;
  const { places, piece } = partsOf(tap);
  for (const place of places) place.dataset.refused = "";
  lay(tap, places, "!");
  choose(!$("#hand input[data-lights]:checked") && piece, true, `refused ${tap.key}`);
}

/* The places of an entry: where it was tapped; else its boxes on the board, also where nothing can be entered now; else
   the board of whose it is. And the piece of the hand that it lays there. */
function partsOf({ at, body }) {
  const controls = [...new URLSearchParams(body)].flatMap(controlsOf);
  const boxes = at ? [] : controls.map(control => control.closest("#board label")).filter(Boolean);
  const place = document.getElementById(at || `board-${valueIn(body, "seat")}`);
  return {
    places: boxes.length || !place ? boxes : [$(":scope > .face", place) ?? place],
    piece: controls.find(control => control.matches("#hand label > input")),
  };
}

const controlsOf = ([name, value]) =>
  $$(`#table :is(button, input)[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);

function lay({ laid = "" }, places, text) {
  places[0]?.insertAdjacentHTML("beforeend", laid);
  badge(places, text);
}

/* One for all of its places, at the last of them. */
function badge(places, text) {
  const last = places.at(-1)?.closest("[data-spot]") ?? places.at(-1);
  last?.append(make("i", text, { className: "to-send", ariaHidden: "true" }));
}

/* Once for each tap: what is chosen after it was drawn stays. */
function choose(piece, isChosen, tap) {
  if (!drawn.has(tap) && piece) {
    piece.checked = isChosen;
    announce("taps:drawn");
  }
  drawn.add(tap);
}
