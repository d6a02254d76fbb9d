/* The choices in the move form: word buttons, a draft that survives a reload, and clearing after an entry. */
import { $, $$, onEvent, required } from "./dom.js";
import { setFieldValue, splitWords } from "./form_values.js";
import * as outbox from "./outbox.js";
import { actingSeat, code, shownEntryHash, shownVersion } from "./page.js";
import { getForTab, putForTab } from "./storage.js";

/* Chips (word buttons) add words to the form's field for words, such as a stack of tiles or a row of dice. A chip
   without a word removes the last one. */

export function showChips() {
  for (const row of $$("[data-chips][hidden]")) row.hidden = false;
}

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
   made meanwhile stays. The table determines the seat. */

const FORM_SELECTOR = ":is(.entry, #drawer form)";
const clearedKeys = new Set(); // keys of entries

export function clearEnteredChoices() {
  for (const entry of outbox.ownEntries())
    if (outbox.versionSeen(entry) < shownVersion()) clearChoice(entry);
}

/** @param {QueuedEntry} entry */
export function clearChoice({ key, body }) {
  if (clearedKeys.has(key)) return;
  clearedKeys.add(key);
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
