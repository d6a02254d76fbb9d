/* What the newest entry laid flies to its place once: from the hand where this phone entered it, else from the sign of
   whose it is. What lies there already, or is no piece, only comes down. Nothing waits for it. */
import { $, $$, required } from "./dom.js";
import { ownTaps, tappedOn } from "./own_taps.js";
import { shownVersion } from "./page.js";

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const laid = new WeakMap(); // what was seen to come to a place
const flown = new Set(); // places that a piece of this phone flew to before its entry was answered
let shown = shownVersion();

export function flyPieces() {
  htmx.registerExtension("fly", { htmx_after_swap: () => requestAnimationFrame(fly) }); // laid out once
}

/** From the hand, before it is known whether the piece may lie there; it does not fly again.
   @param {Element} place @param {Element} piece */
export function flyToPlace(place, piece) {
  flown.add(place);
  if (!isCalm.matches) move(piece, wayFrom(required("#hand"), piece));
}

function fly() {
  if (shownVersion() === shown) return;
  shown = shownVersion();
  const mine = ownTaps().some(tap => tappedOn(tap) < shown);
  const from = $(mine ? "#hand" : "#seats [data-last]");
  for (const place of isCalm.matches ? [] : $$("#board [data-last]")) {
    const piece = place.matches("i") ? place : $(".tile, .piece:not(.bare, .symbol)", place);
    const comes = piece && from && laid.get(place) !== piece.outerHTML;
    laid.set(place, piece?.outerHTML);
    if (!flown.delete(place))
      move(comes ? piece : place, comes ? wayFrom(from, piece) : "0 -0.6rem");
  }
  flown.clear();
}

/** @param {Element} place @param {Element} piece */
function wayFrom(place, piece) {
  const from = place.getBoundingClientRect();
  const to = piece.getBoundingClientRect();
  return `${from.x + from.width / 2 - to.x - to.width / 2}px ${from.y - to.y}px`;
}

/** @param {Element} piece @param {string} way */
const move = (piece, way) =>
  piece.animate(
    { translate: [way, "0 0"], opacity: [0.2, 1] },
    { duration: 150, easing: "ease-out" },
  );
