/* The choices in the move form: word buttons, a draft that survives a reload, clearing after an entry, and the targets on
   the board that each choice highlights. */
import { isOnline } from "./connection.js";
import {
  $,
  $$,
  enclosing,
  getAccessibleName,
  isVisible,
  onEvent,
  required,
  setFieldValue,
  splitWords,
} from "./dom.js";
import { closeSheets, openSheet } from "./navigation.js";
import * as outbox from "./outbox.js";
import { actingSeat, code, shownEntryHash, shownVersion } from "./page.js";
import { getForTab, putForTab } from "./storage.js";

/* Chips (word buttons) add words to the form's field for words, such as a stack of tiles or a row of dice. A chip
   without a word removes the last one. Without scripts they are hidden (app.css). */

export function initChips() {
  onEvent("click", "button[data-add]", ({ form, dataset: { add } }) => {
    const field = required("input[data-tiles]", form ?? document);
    const words = splitWords(field.value);
    setFieldValue(field, (add ? [...words, add] : words.slice(0, -1)).join(" "), "input");
  });
}

/* An unfinished choice survives a reload: it is stored when the page is hidden and restored for the same seat after
   the same move, before the game's script reads it. */

const STORAGE_KEY = `half-made-${code}`;
const BOX_SELECTOR = ".entry input:is([type=radio], [type=checkbox])";
const FIELD_SELECTOR = ".entry :is(select, input[data-tiles], input:not([name]))";

/* The acting seat and the newest move. Notes and settings do not count. */
const getSituation = () => `${actingSeat()} ${$("#now > [name=of]")?.value}`;
/** @param {HTMLInputElement} box */
const boxName = box => `${box.name} ${box.value}`;

export function initChoiceDraft() {
  if (!code) return;
  const stored = [getForTab(STORAGE_KEY), getQueuedChoice()];
  const choice = stored.find(choice => choice?.situation === getSituation());
  if (choice) applyChoice(choice);
  addEventListener("pagehide", storeChoice);
  document.addEventListener("visibilitychange", () => document.hidden && storeChoice());
}

function storeChoice() {
  putForTab(STORAGE_KEY, {
    situation: getSituation(),
    boxes: $$(`${BOX_SELECTOR}:checked`).map(boxName),
    fields: $$(FIELD_SELECTOR).map(field => field.value),
    spot: $("[data-target][aria-pressed]")?.dataset.target,
  });
}

/** Restore the choice of an entry unless something else is chosen. Return whether anything is chosen then.
   @param {string} body */
export function restoreChoice(body) {
  /** @param {HTMLInputElement} box */
  const isChosen = box => box.checked && !box.defaultChecked;
  if ($$(BOX_SELECTOR).some(isChosen)) return true;
  const values = new URLSearchParams(body);
  applyChoice(readChoice(values));
  const chosen = $$(BOX_SELECTOR).filter(isChosen);
  for (const box of chosen) box.dispatchEvent(new Event("change", { bubbles: true }));
  if (chosen.length) return true;
  return $$(FIELD_SELECTOR).some(({ name = "", value }) => value && values.get(name) === value);
}

/** @param {{ boxes: string[], fields: (string | undefined)[], spot?: string }} choice */
function applyChoice(choice) {
  for (const box of $$(BOX_SELECTOR)) box.checked = choice.boxes.includes(boxName(box));
  for (const [place, field] of $$(FIELD_SELECTOR).entries()) field.value = choice.fields[place];
  if (choice.spot) $(`[data-target="${CSS.escape(choice.spot)}"]`)?.click();
}

/* The newest queued entry contains the last choice if the app was closed. */
function getQueuedChoice() {
  const values = new URLSearchParams(outbox.waiting(code).at(-1)?.body);
  const isCurrent = values.get("seen") === `${shownVersion()}.${shownEntryHash()}`;
  return { situation: isCurrent && getSituation(), ...readChoice(values) };
}

/** @param {URLSearchParams} values */
const readChoice = values => ({
  boxes: [...values].map(([name, value]) => `${name} ${value}`),
  fields: $$(FIELD_SELECTOR).map(field => values.get(field.name ?? "") ?? field.value),
});

/* A choice is cleared when the page shows a version newer than the one it was entered on, at the latest with the
   response. Otherwise it would be entered for the next player, as the stream may be faster than the response. A choice
   made meanwhile stays. If another phone entered the move and this one now acts for another seat, the choice is cleared
   too. The table determines the seat. */

const FORM_SELECTOR = ":is(.entry, #drawer form)";
const clearedKeys = new Set(); // keys of entries

let choosingSeat = actingSeat();
let isOwnUpdate = false; // the next update shows an entry of this page

export function clearEnteredChoices() {
  for (const entry of outbox.ownEntries())
    if (outbox.versionSeen(entry) < shownVersion()) clearChoice(entry);
  if (!isOwnUpdate && actingSeat() !== choosingSeat) $("form#move-form")?.reset();
  isOwnUpdate = false;
  choosingSeat = actingSeat();
}

/** @param {QueuedEntry} entry */
export function clearChoice({ key, body }) {
  if (clearedKeys.has(key)) return;
  clearedKeys.add(key);
  isOwnUpdate = true;
  const entered = new URLSearchParams(body);
  for (const field of $$(`${FORM_SELECTOR} input, ${FORM_SELECTOR} select:not([name=seat])`)) {
    const { form, name } = field;
    if (!entered.getAll(name).includes(field.value)) continue;
    if (field instanceof HTMLSelectElement) field.selectedIndex = 0;
    else if (field.matches("[type=radio]:checked"))
      for (const radio of $$(`input[type=radio][name="${CSS.escape(name)}"]`, form ?? document))
        radio.checked = radio.defaultChecked;
    else if (field.matches("[type=checkbox]")) field.checked = field.defaultChecked;
    else if (field.matches("[data-tiles]")) setFieldValue(field, "", "input");
    else if (field.closest("#drawer")) field.value = field.defaultValue;
  }
}

/* Targets on the board: a choice highlights those listed for it in `#lights`, with what each would bring. A target
   with a `shade` shows the piece that would be placed. If a target is tapped first, it waits for its piece: pieces
   that may go there stay bright, and the next choice is entered there. */

/** @type {HTMLInputElement | null} */
let chosenInput = null;
/** @type {{ name: string, seat?: string } | null} */
let pendingTarget = null; // the target that waits for its piece, by name, and the seat for which it was tapped

const findChoice = () =>
  chosenInput?.isConnected && chosenInput.checked ? chosenInput : $("input[data-lights]:checked");

const choices = () => $$("input[data-lights]");

/** Return a data attribute of #lights: by choice the names of its targets, or the notes of each target.
   @param {string} name */
const readLights = name => JSON.parse($("#lights")?.dataset[name] ?? "{}");
/** @param {HTMLElement | null} chosen */
const findTargets = (chosen, lights = readLights("lights")) =>
  lights[chosen?.dataset.lights ?? ""] ?? [];

const findPendingTarget = () =>
  pendingTarget && $(`button[data-target="${CSS.escape(pendingTarget.name)}"]`);

export function initTargets() {
  onEvent("change", "input[data-lights]", (chosen, { isTrusted }) => {
    for (const target of isTrusted ? $$("[data-target].refused-here") : [])
      target.classList.remove("refused-here");
    handleChoice(chosen);
    highlightTargets();
  });
  onEvent("click", "button[data-target]", (target, event) => {
    if (findChoice()) return;
    event.preventDefault();
    if (choices().length) setPendingTarget(target);
  });
}

/** Handle a choice. With the keyboard, each arrow key chooses, so nothing is entered before the target is pressed,
   and the sheet stays open.
   @param {HTMLInputElement} chosen */
function handleChoice(chosen) {
  const target = findPendingTarget();
  pendingTarget = null;
  chosenInput = chosen;
  if (chosen.matches(":focus-visible")) return;
  if (findTargets(chosen).length) closeSheets();
  target?.form?.requestSubmit(target);
}

/** @param {HTMLButtonElement} target */
function setPendingTarget(target) {
  const again = target === findPendingTarget();
  pendingTarget = again ? null : { name: target.dataset.target, seat: actingSeat() };
  const sheet = choices()[0].closest("dialog");
  if (!again && sheet && !choices().some(option => isVisible(enclosing("label", option))))
    openSheet(sheet);
  highlightTargets();
}

/* An entry or the next turn clears the target that waits. */
export function clearPendingTarget() {
  pendingTarget = null;
  highlightTargets();
}

export function highlightTargets() {
  if (!choices().length || pendingTarget?.seat !== actingSeat()) pendingTarget = null;
  showTargets();
  showChoices();
}

function showTargets() {
  const chosen = findChoice();
  const places = findTargets(chosen);
  const notes = readLights("notes")[chosen?.dataset.lights ?? ""] ?? {};
  const piece = chosen && $("use", enclosing("label", chosen))?.getAttribute("href");
  if (chosen) $("#board")?.setAttribute("data-chosen", chosen.value);
  else $("#board")?.removeAttribute("data-chosen");
  for (const target of $$("[data-target]")) {
    const isLit = target.form === chosen?.form && places.includes(target.dataset.target);
    if (!isLit && !target.classList.contains("lit")) continue;
    target.classList.toggle("lit", isLit);
    const note = $(".note", target);
    $(".shade use", target)?.setAttribute("href", (isLit && piece) || "#");
    if (note)
      note.textContent = (isLit && (notes[target.dataset.target] ?? chosen?.dataset.note)) || "";
  }
}

function showChoices() {
  const target = findPendingTarget();
  for (const other of $$("[data-target][aria-pressed]")) other.removeAttribute("aria-pressed");
  target?.setAttribute("aria-pressed", "true");
  const lights = readLights("lights");
  /** @param {HTMLElement} option */
  const fits = option => findTargets(option, lights).includes(target?.dataset.target);
  for (const option of choices())
    enclosing("label", option).classList.toggle("elsewhere", Boolean(target) && !fits(option));
  if (target) return showPrompt(choices().some(fits) ? "what" : "nothing");
  if (!choices().length) return;
  const chosen = findChoice();
  const hasPlace = [chosen ?? choices()].flat().some(option => findTargets(option, lights).length);
  if (!chosen) return showPrompt(hasPlace ? "" : "stuck");
  showPrompt(hasPlace ? "where" : "nowhere", getAccessibleName(chosen.closest("label")));
}

/* The prompt above the move form asks for the missing part of a choice. */

/** Show a question by its name, or as text. Empty text restores the prompt. @param {string} question */
export function showPrompt(question, piece = "") {
  const line = $("#prompt .question");
  const words = line && (line.dataset[question] ?? question).replace("#", piece);
  if (!line || line.textContent === words) return;
  line.textContent = words;
  line.classList.remove("tight");
  requestAnimationFrame(() => {
    const awaited = $("#prompt .awaited"); // measured after all changes of this frame
    if (awaited && line.offsetHeight > awaited.offsetHeight) line.classList.add("tight");
  });
}

/* Show in advance what a choice leads to. A response is dropped when the choice changes. */

export function initPreviews() {
  htmx.registerExtension("foretell", {
    htmx_config_request(place) {
      const chosen = place.dataset.foretell;
      if (!chosen) return true;
      htmx.trigger(place, "htmx:abort");
      place.replaceChildren();
      return isOnline() && Boolean($(chosen));
    },
  });
}
