/* The tiles in the player's hand, which are stored only on this phone and never sent. The palette offers them first. */
import { $, $$, required } from "../js/dom.js";
import { splitWords } from "../js/form_values.js";
import * as outbox from "../js/outbox.js";
import { code, isTablePage } from "../js/page.js";
import { closeSheets } from "../js/bottom_sheets.js";
import * as storage from "../js/storage.js";

const HAND_SIZE = 4;
const ALL_KEYS_WORD = "all"; // stored with the tiles if the player prefers all keys

/** @type {string[] | null} */
let beforeEntry = null;

const getOwnSeat = () => $("#rows > .mine > .side")?.id.split("-")[1];
const getStorageKey = () => `giza-hand-${code}-${getOwnSeat()}`;
const loadWords = () => splitWords(storage.get(getStorageKey()));

/* Return the tiles in the order of the keys. */
const getHeldTiles = () =>
  $$("#below [data-held-tile]").flatMap(({ dataset }) =>
    loadWords().filter(word => word === dataset.heldTile),
  );

/** @param {string[]} words */
function storeWords(words) {
  storage.put(getStorageKey(), words.join(" "));
  showHand();
}

/** @param {string} tile */
const cloneTileDrawing = tile =>
  $(`#below [data-held-tile="${tile}"] > .tile`)?.cloneNode(true) ?? "";

function showHand() {
  if (!isTablePage() || !getOwnSeat()) return;
  const tiles = getHeldTiles();
  document.body.dataset.tiles = loadWords().includes(ALL_KEYS_WORD) ? ALL_KEYS_WORD : "own";
  for (const key of $$("#palette.own :is(.pick, [data-add])")) {
    const name = key.dataset.add ?? required("input", key).value;
    key.dataset.held = `${tiles.filter(tile => tile === name).length}`;
  }
  for (const place of $$("#palette.own, #idle-hand"))
    place.dataset.missing = `${HAND_SIZE - tiles.length}`;
  $("#idle-hand")?.replaceChildren(
    ...tiles.map(cloneTileDrawing),
    ...$$("#idle-hand > :not(.tile)"),
  );
  $("#idle-hand")?.toggleAttribute("hidden", loadWords().includes(ALL_KEYS_WORD));
  for (const [slot, button] of $$("#below .in-hand > button").entries()) {
    button.replaceChildren(tiles[slot] ? cloneTileDrawing(tiles[slot]) : "?");
    button.disabled = !tiles[slot];
  }
}

/** @param {string} tile */
function addTile(tile) {
  const tiles = [...getHeldTiles(), tile];
  if (tiles.length <= HAND_SIZE) storeWords(tiles);
  if (tiles.length >= HAND_SIZE) closeSheets();
}

/** @param {string[]} tiles @param {string[]} removed */
const removeTiles = (tiles, removed) =>
  removed.reduce((rest, tile) => rest.filter((_, place) => place !== rest.indexOf(tile)), tiles);

document.addEventListener("click", ({ target }) => {
  const control = target.closest(
    "#palette > .all, [commandfor=below], #below [data-held-tile], #below .in-hand > button",
  );
  if (!control) return;
  if (control.matches(".all")) storeWords([...getHeldTiles(), ALL_KEYS_WORD]);
  else if (control.matches("[commandfor]")) storeWords(getHeldTiles());
  else if (control.matches("[data-held-tile]")) addTile(control.dataset.heldTile);
  else storeWords(removeTiles(getHeldTiles(), [getHeldTiles()[Number(control.value)]]));
});

/* A tile that is played or discarded is removed at once, and returns if the entry is refused. */
document.addEventListener(
  "submit",
  ({ target, submitter }) => {
    const move = submitter?.getAttribute("value")?.split(" ")[0] ?? "";
    if (!target.matches("#move-form:has(.own)") || !["Play", "Discard"].includes(move)) return;
    const entered = new FormData(target, submitter);
    const removed = `${entered.get(move === "Play" ? "tile" : "tiles[]")}`.split(" ");
    beforeEntry = loadWords();
    storeWords(removeTiles(beforeEntry, removed));
  },
  true,
);
document.addEventListener("entry:answered", () => {
  beforeEntry = null;
});
document.addEventListener("entries:listed", () => {
  if (!beforeEntry || !outbox.refused(code).length) return;
  storeWords(beforeEntry);
  beforeEntry = null;
});
document.addEventListener("table:updated", showHand);
document.addEventListener("table:over", () => {
  const names = storage.names().filter(name => name.startsWith(`giza-hand-${code}`));
  names.forEach(storage.drop);
});
showHand();
