/* What the newest entry laid flies to its place once: from the hand where this phone entered it, else from the sign of
   whose it is. What lies there already, or is no piece, only comes down. Nothing waits for it. */
import { $, $$ } from "./dom.js";
import { ownTaps, tappedOn } from "./own_taps.js";
import { shownVersion } from "./page.js";

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const laid = new WeakMap(); // what was seen to come to a place
let shown = shownVersion();

export function flyPieces() {
  htmx.registerExtension("fly", { htmx_after_swap: () => requestAnimationFrame(fly) }); // laid out once
}

function fly() {
  if (shownVersion() === shown) return;
  shown = shownVersion();
  const mine = ownTaps().some(tap => tappedOn(tap) < shown);
  const from = $(mine ? "#hand" : "#seats [data-last]")?.getBoundingClientRect();
  for (const place of isCalm.matches ? [] : $$("#board [data-last]")) {
    const piece = place.matches("i") ? place : $(".tile, .piece:not(.bare, .symbol)", place);
    const comes = piece && from && laid.get(place) !== piece.outerHTML;
    const to = comes && piece.getBoundingClientRect();
    laid.set(place, piece?.outerHTML);
    const way = to
      ? `${from.x + from.width / 2 - to.x - to.width / 2}px ${from.y - to.y}px`
      : "0 -0.6rem";
    (to ? piece : place).animate(
      { translate: [way, "0 0"], opacity: [0.2, 1] },
      { duration: 150, easing: "ease-out" },
    );
  }
}
