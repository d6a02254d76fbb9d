/* The tiles to discard, and the tiles in the player's hand, which are stored only on this phone and never sent. The
   palette offers them first. */
import { $, $$, getFormValue, onEvent, required, setFieldValue, splitWords } from "../js/dom.js";
import { closeSheets } from "../js/navigation.js";
import * as outbox from "../js/outbox.js";
import { code, isTablePage, shownVersion } from "../js/page.js";
import * as storage from "../js/storage.js";

const HAND_SIZE = 4;
const ALL_KEYS_WORD = "all"; // stored with the tiles if the player prefers all keys

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

/* A tile that is played or discarded is removed at once. It returns if the entry is refused, removed or
   undone. */

/** By key of an entry: the tiles that it removes, and the version at which they returned (-1: they have not).
   @type {Map<string, { tiles: string[], returnedAt: number }>} */
const removals = new Map(
  outbox.waiting(code).map(({ key }) => [key, { tiles: [], returnedAt: -1 }]),
);

function updateHand() {
  for (const entry of outbox.ownEntries())
    if (!removals.has(entry.key))
      removals.set(entry.key, { tiles: removePlayed(entry), returnedAt: -1 });
  const refused = new Set(outbox.refused(code).map(({ key }) => key));
  for (const [key, { tiles, returnedAt }] of removals) {
    const isReturned = refused.has(key) || outbox.discarded.has(key) || isUndone(key);
    if (isReturned === returnedAt >= 0) continue;
    const hasRoom = getHeldTiles().length + tiles.length <= HAND_SIZE;
    const isRedone = !isReturned && newestInForce() <= returnedAt; // if not, another entry was made instead
    if (isReturned && hasRoom) storeWords([...loadWords(), ...tiles]);
    if (isRedone) removeTiles(tiles);
    const mayChange = !refused.has(key) && (isReturned ? hasRoom : isRedone);
    removals.set(key, {
      tiles: mayChange ? tiles : [],
      returnedAt: isReturned ? shownVersion() : -1,
    });
  }
}

/* Return the number of the newest entry that is not undone. */
const newestInForce = () => Number($("#now > [name=of]")?.value ?? 0);

/** Return whether an entry of this page is undone: the newest entry in force is older. @param {string} key */
function isUndone(key) {
  const version = outbox.acceptedVersions.get(key) ?? Number.POSITIVE_INFINITY;
  return version <= shownVersion() && newestInForce() < version;
}

/** Remove the tiles of an entry from the hand, and return them. @param {QueuedEntry} entry */
function removePlayed({ body }) {
  const field = { Play: "tile", Discard: "tiles[]" }[getFormValue(body, "move") ?? ""];
  if (!field || getFormValue(body, "seat") !== getOwnSeat()) return [];
  return removeTiles(splitWords(new URLSearchParams(body).get(field)));
}

/** Remove those of the tiles that are in the hand, and return them. @param {string[]} tiles */
function removeTiles(tiles) {
  const rest = loadWords();
  const removed = tiles.filter(tile => {
    const place = rest.indexOf(tile);
    return place >= 0 && rest.splice(place, 1);
  });
  if (removed.length) storeWords(rest);
  return removed;
}
document.addEventListener("entries:listed", updateHand);
document.addEventListener("table:updated", () => {
  updateHand();
  showTiles();
});
document.addEventListener("table:over", () => {
  for (const name of storage.names()) if (name.startsWith(`giza-hand-${code}`)) storage.drop(name);
});
showTiles();
