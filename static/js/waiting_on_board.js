/* What was entered and is not answered yet is drawn where it belongs: its place has a dashed edge and a badge, and shows
   the piece. The board itself stays what was last heard; where this phone judges by itself, it has drawn the move. What
   is refused later lies askew on its place, and its piece is in the hand again. */
import { $, $$, isSeen, make } from "./dom.js";
import { flyToPlace } from "./fly.js";
import { valueIn } from "./form_values.js";
import { isByItself, isOnline } from "./line.js";
import * as outbox from "./outbox.js";
import { judged, undrawn } from "./own_taps.js";
import { announce, code } from "./page.js";

const drawn = new Set(); // the keys of taps that were drawn before

export function drawWhatWaits() {
  if (!code) return;
  for (const name of ["taps:shown", "table:drawn"]) document.addEventListener(name, draw);
  draw();
}

/** @param {ParentNode} page */
export function removeDrawn(page) {
  for (const made of $$(".to-send, .piece-to-send", page)) made.remove();
  for (const name of ["data-waiting", "data-covered", "data-refused"])
    for (const place of $$(`:is(#board, #hand, #seats) [${name}]`, page))
      place.removeAttribute(name);
}

function draw() {
  removeDrawn(document);
  const taps = outbox.waiting(code).filter(tap => !outbox.isHeld(tap));
  const open = isOnline() ? taps : undrawn(code);
  if (isByItself()) drawJudged(taps.filter(({ key }) => judged.has(key)));
  else if (!open.length) drawJudged(taps);
  const keys = taps.map(({ key }) => key);
  for (const tap of open) drawTap(tap, keys.indexOf(tap.key) + 1);
  if (isOnline()) giveBackRefused(outbox.refused(code));
}

/** Where this phone has drawn the moves itself: the place of the newest, and the numbers that count what waits.
   @param {Tap[]} taps */
function drawJudged(taps) {
  if (!taps.length) return;
  const places = $$("#board [data-last]");
  for (const place of places) place.dataset.waiting = `${taps.length}`;
  badge(places, `↑${taps.length}`);
  for (const { body } of taps) {
    const seat = $(`#seats > .c${valueIn(body, "seat")}`);
    if (seat) seat.dataset.waiting = "";
  }
}

/** The piece leaves the hand: no other place is lit for it. @param {Tap} tap @param {number} number */
function drawTap(tap, number) {
  const { places, piece } = partsOf(tap);
  for (const place of places) place.dataset.waiting = `${number}`;
  lay(tap, places, `↑${number}`);
  const laid = places[0] && $(".piece-to-send > *", places[0]);
  places[0]?.toggleAttribute("data-covered", Boolean(laid));
  if (laid && !drawn.has(tap.key)) flyToPlace(places[0], laid);
  if (tap.at) choose(piece, false, tap.key);
}

/** @param {Tap[]} taps */
function giveBackRefused(taps) {
  const late = taps.find(tap => tap.away);
  const { places } = late ? partsOf(late) : { places: [] };
  for (const place of places) place.dataset.refused = "";
  if (late) lay(late, places, "!");
  const tap = late ?? taps.find(tap => tap.at);
  if (tap)
    choose(
      !$("#hand input[data-lights]:checked") && partsOf(tap).piece,
      true,
      `refused ${tap.key}`,
    );
}

/** The places of an entry: where it was tapped; else its boxes on the board, also where nothing can be entered now; else
   the board of whose it is, the whole board, or the control where a choice covers that. What takes an entry back has the
   place of that. And the piece of the hand that it lays there.
   @param {Tap} tap @returns {{ places: HTMLElement[], piece?: Control }} */
function partsOf({ at, body }) {
  if (valueIn(body, "kind") === "undo") return { places: $$("#board [data-last]") };
  if (!valueIn(body, "move")) return { places: [] };
  const controls = [...new URLSearchParams(body)].flatMap(controlsOf);
  const boxes = at ? [] : controls.map(control => control.closest("#board label")).filter(Boolean);
  const own = document.getElementById(at || `board-${valueIn(body, "seat")}`);
  const place = [own, $("#board > *"), ...controls].find(each => each && isOnGlass(each));
  return {
    places: boxes.length || !place ? boxes : [$(":scope > .face", place) ?? place],
    piece: controls.find(control => control.matches("#hand label > input")),
  };
}

/** Whether any of it can be seen without a scroll. @param {Element} place */
function isOnGlass(place) {
  const { top, bottom } = place.getBoundingClientRect();
  const glass = (place.closest("#board") ?? document.body).getBoundingClientRect();
  return isSeen(place) && top < glass.bottom && bottom > glass.top;
}

/** @param {string[]} field */
const controlsOf = ([name, value]) =>
  $$(`#table :is(button, input)[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);

/** @param {Tap} tap @param {Element[]} places @param {string} text */
function lay({ laid = "" }, places, text) {
  places[0]?.insertAdjacentHTML("beforeend", laid);
  badge(places, text);
}

/** One for all of its places, at the last of them. @param {Element[]} places @param {string} text */
function badge(places, text) {
  const last = places.at(-1)?.closest("[data-spot]") ?? places.at(-1);
  last?.append(make("i", text, { className: "to-send", ariaHidden: "true" }));
}

/** Once for each tap: what is chosen after it was drawn stays.
   @param {Control | undefined | false} piece @param {boolean} isChosen @param {string} tap */
function choose(piece, isChosen, tap) {
  if (!drawn.has(tap) && piece) {
    piece.checked = isChosen;
    announce("taps:drawn");
  }
  drawn.add(tap);
}
