/* Without a line what was entered is drawn where it belongs: its place has a dashed edge and a badge, and shows the
   piece. The board itself stays what was last heard; where this phone judges by itself, it has drawn the move. What
   is refused later lies askew on its place, and its piece is in the hand again. */
import { $, $$, make } from "./dom.js";
import { valueIn } from "./form_values.js";
import { isByItself, isOnline } from "./line.js";
import { laidOf } from "./laid.js";
import * as outbox from "./outbox.js";
import { undrawn } from "./own_taps.js";
import { announce, code } from "./page.js";

const MADE = ".to-send, .piece-to-send";
const drawn = new Set(); // the keys of taps that were drawn before

export function drawWhatWaits() {
  if (!code) return;
  for (const name of ["taps:shown", "table:drawn"]) document.addEventListener(name, draw);
  draw();
}

function draw() {
  for (const made of $$(MADE)) made.remove();
  for (const name of ["data-waiting", "data-refused"])
    for (const place of $$(`:is(#board, #seats) [${name}]`)) place.removeAttribute(name);
  if (isOnline())
    return outbox
      .refused(code)
      .filter(tap => tap.away)
      .slice(0, 1)
      .forEach(drawRefused);
  const taps = outbox.waiting(code);
  if (isByItself() || !undrawn(code).length) drawJudged(taps);
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

function drawTap(tap, number) {
  const { places, piece } = partsOf(tap);
  for (const place of places) place.dataset.waiting = number;
  if (places[0]?.closest("[data-spot]")) lay(piece, places[0], tap.key);
  badge(places, `↑${number}`);
}

function drawRefused(tap) {
  const { key, laid } = tap;
  const { places, piece } = partsOf(tap);
  for (const place of places) place.dataset.refused = "";
  if (laid) places[0]?.insertAdjacentHTML("beforeend", laid);
  badge(places, "!");
  if (drawn.has(`refused ${key}`)) return;
  drawn.add(`refused ${key}`);
  if (!piece || $("#hand input[data-lights]:checked")) return;
  piece.checked = true;
  announce("taps:drawn");
}

/* The places on the board that an entry speaks of, also where nothing can be entered now, and the piece of the hand
   that it lays there. */
function partsOf({ at, body }) {
  const controls = [...new URLSearchParams(body)].flatMap(controlsOf);
  const places = controls.filter(control => control.closest("#board")).map(placeOf);
  const where = at || `board-${valueIn(body, "seat")}`;
  if (!places.length) places.push(faceOf(document.getElementById(where)));
  return {
    places: places.filter(Boolean),
    piece: controls.find(control => control.matches("#hand label > input")),
  };
}

/* One for all of its places, at the last of them. */
function badge(places, text) {
  const last = places.at(-1)?.closest("[data-spot]") ?? places.at(-1);
  last?.append(make("i", text, { className: "to-send", ariaHidden: "true" }));
}

const controlsOf = ([name, value]) =>
  $$(`#table :is(button, input)[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);

/* The drawing within what is tapped, which may be larger than what is seen. */
const placeOf = control =>
  control.matches("[data-spot]") ? faceOf(control) : control.closest("label");
const faceOf = place => place && ($(".face", place) ?? place);

/* The piece leaves the hand: no other place is lit for it. */
function lay(piece, place, key) {
  place.append(laidOf(piece));
  if (drawn.has(key)) return;
  drawn.add(key);
  if (piece) piece.checked = false;
  announce("taps:drawn");
}
