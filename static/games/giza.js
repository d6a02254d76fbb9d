/* The tiles to discard, and the tiles in the player's hand, which are stored only on this phone and never sent. The
   palette offers them first. */
import { $, $$, onEvent, required, setFieldValue, splitWords } from "../js/dom.js";
import { closeSheets } from "../js/navigation.js";
import * as outbox from "../js/outbox.js";
import { code, isTablePage } from "../js/page.js";
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
  const hand = $("#idle-hand");
  hand?.replaceChildren(...tiles.map(cloneTileDrawing), ...$$(":scope > :not(.tile)", hand));
  hand?.toggleAttribute("hidden", loadWords().includes(ALL_KEYS_WORD));
  for (const [slot, button] of $$("#below .in-hand > button").entries()) {
    button.replaceChildren(tiles[slot] ? cloneTileDrawing(tiles[slot]) : "?");
    button.disabled = !tiles[slot];
  }
}

/* A player discards the chosen tile, or several tiles. The form shows them as pictures. */

/** @param {{ form: HTMLFormElement | null }} control */
const discardChosen = ({ form }) =>
  form && setFieldValue(form.elements["tiles[]"], form.elements.tile.value, "input");

/** Show the words of the field. If one is no tile, the text remains. @param {HTMLInputElement} field */
function drawDiscards({ value }) {
  const tiles = splitWords(value).map(word => $(`#more [data-add="${CSS.escape(word)}"] > .tile`));
  const copies = tiles.filter(Boolean).map(tile => tile.cloneNode(true));
  $("#more .drawn")?.replaceChildren(...(copies.length < tiles.length ? [] : copies));
}

function showTiles() {
  showHand();
  $$("input[name='tiles[]']").forEach(drawDiscards);
}

const chosen = $("#move-form input[name=tile]:checked");
if (chosen && !chosen.form?.elements["tiles[]"].value) discardChosen(chosen); // a changed entry
onEvent("change", "#move-form input[name=tile]", discardChosen);
onEvent("click", "#move-form button.only", discardChosen);
onEvent("input", "input[name='tiles[]']", drawDiscards);
onEvent("click", "#palette > .all", () => storeWords([...getHeldTiles(), ALL_KEYS_WORD]));
onEvent("click", "[commandfor=below]", () => storeWords(getHeldTiles()));
onEvent("click", "#below [data-held-tile]", ({ dataset: { heldTile } }) => {
  const tiles = [...getHeldTiles(), heldTile];
  if (tiles.length <= HAND_SIZE) storeWords(tiles);
  if (tiles.length >= HAND_SIZE) closeSheets();
});
onEvent("click", "#below .in-hand > button", ({ value }) =>
  storeWords(getHeldTiles().filter((_, place) => place !== Number(value))),
);

/* A tile that is played or discarded is removed at once, and returns if the entry is refused. */
/** @param {HTMLFormElement} form @param {SubmitEvent} event */
function removePlayed(form, { submitter }) {
  const move = submitter?.getAttribute("value")?.split(" ")[0] ?? "";
  if (!["Play", "Discard"].includes(move)) return;
  const rest = loadWords();
  beforeEntry = [...rest];
  const entered = new FormData(form).get(move === "Play" ? "tile" : "tiles[]");
  for (const tile of `${entered}`.split(" "))
    if (rest.includes(tile)) rest.splice(rest.indexOf(tile), 1);
  storeWords(rest);
}
onEvent("submit", "form#move-form:has(.own)", removePlayed, true);
document.addEventListener("entry:answered", () => {
  beforeEntry = null;
});
document.addEventListener("entries:listed", () => {
  if (!beforeEntry || !outbox.refused(code).length) return;
  storeWords(beforeEntry);
  beforeEntry = null;
});
document.addEventListener("table:updated", showTiles);
document.addEventListener("table:over", () => {
  for (const name of storage.names()) if (name.startsWith(`giza-hand-${code}`)) storage.drop(name);
});
showTiles();
