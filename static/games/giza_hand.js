/* The tiles that somebody holds, told to the own phone alone: its palette is those. No request says anything of it. */
import { $, $$, required } from "../js/dom.js";
import { code, isLive } from "../js/page.js";
import * as storage from "../js/storage.js";

const HAND = 4;
const place = () => `giza-hand-${code}-${$("#hand [name=seat]")?.value}`;
const held = () => (storage.get(place()) ?? "").split(" ").filter(Boolean);

/* Whoever enters for another seat has no hand there to tell of. */
const isHere = () => isLive() && $("#own-hand");

/** @param {string[]} tiles */
function keep(tiles) {
  storage.put(place(), tiles.join(" "));
  show();
}

function show() {
  if (!isHere()) return;
  const own = held();
  required("#palette").toggleAttribute("data-own", own.length > 0);
  required("#palette").toggleAttribute("data-lacks", own.length > 0 && own.length < HAND);
  for (const key of $$("#palette > .pick")) {
    key.toggleAttribute("data-held", own.includes(required("input", key).value));
  }
  for (const key of $$("#own-hand [data-held-tile]")) {
    key.setAttribute("aria-pressed", `${own.includes(key.dataset.heldTile)}`);
  }
}

document.addEventListener("click", ({ target }) => {
  const tile = target.closest("#own-hand [data-held-tile]")?.dataset.heldTile;
  if (tile)
    keep(held().includes(tile) ? held().filter(other => other !== tile) : [...held(), tile]);
  if (target.closest("#palette > .all")) required("#palette").toggleAttribute("data-all");
});

/* What is laid or put away is in the hand no more, before what came instead is asked for. */
document.addEventListener(
  "submit",
  ({ target, submitter }) => {
    const move = submitter?.getAttribute("value") ?? "";
    if (target.id !== "hand" || !isHere() || !/^(Play|Discard)/.test(move)) return;
    const said = new FormData(target, submitter);
    const gone = [said.get("tile"), ...String(said.get("tiles[]")).split(" ")];
    keep(held().filter(tile => !gone.includes(tile)));
  },
  true,
);
document.addEventListener("table:drawn", show);
document.addEventListener("table:over", () => {
  const told = storage.names().filter(name => name.startsWith(`giza-hand-${code}`));
  told.forEach(storage.drop);
});
show();
