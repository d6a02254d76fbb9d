/* Without a line what was entered is drawn where it belongs: its place has a dashed edge and a badge, and shows the
   piece. The board itself stays what was last heard; where this phone judges by itself, it draws the move too. */
import { $, $$, make } from "./dom.js";
import { isOnline } from "./line.js";
import * as outbox from "./outbox.js";
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
  for (const place of $$("#board [data-waiting]")) place.removeAttribute("data-waiting");
  if (isOnline()) return;
  for (const [before, tap] of outbox.waiting(code).entries()) drawTap(tap, before + 1);
}

function drawTap({ key, body }, number) {
  const controls = [...new URLSearchParams(body)].flatMap(controlsOf);
  const places = controls.filter(control => control.closest("#board")).map(placeOf);
  if (!places.length) places.push($(`#board-${seatIn(body)}`));
  for (const place of places.filter(Boolean)) place.dataset.waiting = number;
  const piece = controls.find(control => control.matches("#hand label > input"));
  if (places[0]?.closest("[data-spot]")) lay(piece, places[0], key);
  const last = places.at(-1)?.closest("[data-spot]") ?? places.at(-1);
  last?.append(make("i", `↑${number}`, { className: "to-send", ariaHidden: "true" }));
}

const controlsOf = ([name, value]) =>
  $$(`#table :is(button, input)[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);

/* The drawing within what is tapped, which may be larger than what is seen. */
const placeOf = control =>
  control.matches("[data-spot]") ? ($(".face", control) ?? control) : control.closest("label");

/* A button may say the seat together with what it enters. */
function seatIn(body) {
  for (const [name, value] of new URLSearchParams(body)) {
    const at = name.split(" ").indexOf("seat");
    if (at >= 0) return value.split(" ")[at];
  }
}

/* The piece leaves the hand: no other place is lit for it. */
function lay(piece, place, key) {
  const laid = make("span", "", { className: "piece-to-send", ariaHidden: "true" });
  const drawing = piece?.labels[0].querySelector(".tile, .piece")?.cloneNode(true);
  if (drawing) laid.append(drawing);
  place.append(laid);
  if (drawn.has(key)) return;
  drawn.add(key);
  if (piece) piece.checked = false;
  announce("taps:drawn");
}
