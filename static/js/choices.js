/* What is chosen in the form in which a move is entered: by chips, kept over a reload, and put back once it was entered. */
import { $, $$, required } from "./dom.js";
import { splitWords } from "./form_values.js";
import * as outbox from "./outbox.js";
import { actingSeat, code, shownEntryHash, shownVersion } from "./page.js";
import { getForTab, putForTab } from "./storage.js";

/* Chips that write into the field touched last: a stack, a row of dice. */

/** @type {HTMLInputElement | null} */
let field = null;

export function showChips() {
  for (const row of $$("[data-chips][hidden]")) row.hidden = false;
  $$("input[data-tiles]").forEach(drawFaces);
}

export function initChips() {
  document.addEventListener("focusin", event => {
    field = event.target.closest("input[data-tiles]") ?? field;
  });
  document.addEventListener("input", event => {
    if (event.target.matches("input[data-tiles]")) drawFaces(event.target);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.name) beginWith(target.name, target.value, target.form ?? document);
  });
  document.addEventListener("click", event => {
    const only = event.target.closest("button[data-only]");
    if (only?.form)
      beginWith(only.dataset.only, only.form.elements[only.dataset.only].value, only.form);
    const chip = event.target.closest("button[data-add]");
    if (chip) writeChip(chip);
  });
}

/** A field that begins with what is chosen holds that, and a button of that alone (data-only) enters no more.
   @param {string} name @param {string} value @param {ParentNode} form */
function beginWith(name, value, form) {
  const field = $(`input[data-begins-with="${name}"]`, form);
  if (field) fill(field, [value]);
}

/** A chip without a word takes the last one away. @param {HTMLButtonElement} chip */
function writeChip(chip) {
  const form = chip.form ?? document;
  if (field?.form !== form) field = required("input[data-tiles]", form);
  const words = splitWords(field.value);
  if (chip.dataset.add) words.push(chip.dataset.add);
  else words.pop();
  fill(field, words);
}

/** @param {HTMLInputElement} field @param {string[]} words */
export function fill(field, words) {
  field.value = words.join(" ");
  drawFaces(field);
}

/** What a field holds, drawn beside it by the faces of its chips; a word that no chip adds is left to read.
   @param {HTMLInputElement} field */
function drawFaces(field) {
  const place = field.nextElementSibling;
  if (!place?.matches("[data-drawn]")) return;
  const faces = splitWords(field.value).map(
    word => $(`[data-add="${CSS.escape(word)}"]`, field.form ?? document)?.firstElementChild,
  );
  const known = faces.filter(face => face != null);
  place.replaceChildren(
    ...(known.length < faces.length ? [] : known.map(face => face.cloneNode(true))),
  );
}

/* A half-made choice outlives a reload: kept as the page goes, and made again while the same seat chooses after the same
   move. Before the scripts of a game look at what is chosen. */

const STORED = `half-made-${code}`;
const BOXES = ".entry input:is([type=radio], [type=checkbox])";
const FIELDS = ".entry :is(select, input[data-tiles], input:not([name]))";

/* Notes and settings are no moves: the undo names the newest move. */
const situation = () => `${actingSeat()} ${$("#now > [name=of]")?.value}`;
/** @param {HTMLInputElement} box */
const boxName = box => `${box.name} ${box.value}`;

export function initChoiceDraft() {
  if (!code) return;
  makeAgain();
  addEventListener("pagehide", keepChoices);
  document.addEventListener("visibilitychange", () => document.hidden && keepChoices());
}

function keepChoices() {
  putForTab(STORED, {
    situation: situation(),
    boxes: $$(BOXES)
      .filter(box => box.checked)
      .map(boxName),
    fields: $$(FIELDS).map(field => field.value),
    spot: $("[data-target][aria-pressed]")?.dataset.target,
  });
}

function makeAgain() {
  const choice = [getForTab(STORED), waitingChoice()].find(
    choice => choice?.situation === situation(),
  );
  if (choice) choose(choice);
}

/** What an entry said is chosen again, where nothing else is; whether anything is chosen then. @param {string} body */
export function restoreChoice(body) {
  /** @param {HTMLInputElement} box */
  const isChosen = box => box.checked && !box.defaultChecked;
  if ($$(BOXES).some(isChosen)) return true;
  const said = new URLSearchParams(body);
  choose(choiceOf(said));
  const chosen = $$(BOXES).filter(isChosen);
  for (const box of chosen) box.dispatchEvent(new Event("change", { bubbles: true }));
  return (
    chosen.length > 0 ||
    $$(FIELDS).some(({ name, value }) => value && said.get(name ?? "") === value)
  );
}

/** @param {{ boxes: string[], fields: (string | undefined)[], spot?: string }} choice */
function choose(choice) {
  for (const box of $$(BOXES)) box.checked = choice.boxes.includes(boxName(box));
  for (const [place, field] of $$(FIELDS).entries()) field.value = choice.fields[place];
  if (choice.spot) $(`[data-target="${CSS.escape(choice.spot)}"]`)?.click();
}

/* Where the app was closed, what waits says what was chosen last. */
function waitingChoice() {
  const said = new URLSearchParams(outbox.waiting(code).at(-1)?.body);
  const isVisible = said.get("seen") === `${shownVersion()}.${shownEntryHash()}`;
  return { situation: isVisible && situation(), ...choiceOf(said) };
}

/** @param {URLSearchParams} said */
const choiceOf = said => ({
  boxes: [...said].map(([name, value]) => `${name} ${value}`),
  fields: $$(FIELDS).map(field => said.get(field.name ?? "") ?? field.value),
});

/* What was entered is no longer chosen, once something newer is shown than what it was tapped on; at the latest
   with its answer. What is being chosen meanwhile stays, and whose it is the table says. */

const FORMS = ":is(.entry, #drawer form)";
const done = new Set(); // the keys of taps

/* A stream may be before the answer: what is still chosen then would be entered for whoever is next. */
export function clearEnteredChoices() {
  for (const tap of outbox.ownEntries()) if (outbox.versionSeen(tap) < shownVersion()) clearChoice(tap);
}

/** @param {QueuedEntry} tap */
export function clearChoice({ key, body }) {
  if (done.has(key)) return;
  done.add(key);
  const entered = new URLSearchParams(body);
  for (const field of $$(`${FORMS} input, ${FORMS} select:not([name=seat])`)) {
    if (!entered.getAll(field.name).includes(field.value)) continue;
    if (field instanceof HTMLSelectElement) field.selectedIndex = 0;
    else if (field.matches("[type=radio]:checked")) asAtFirst(alike(field));
    else if (field.matches("[type=checkbox]")) asAtFirst([field]);
    else if (field.matches("[data-tiles]")) fill(field, []);
    else if (field.closest("#drawer")) field.value = field.defaultValue;
  }
}

/** @param {HTMLInputElement} radio */
const alike = radio =>
  $$("input[type=radio]", radio.form ?? document).filter(({ name }) => name === radio.name);

/** @param {HTMLInputElement[]} boxes */
const asAtFirst = boxes => {
  for (const box of boxes) box.checked = box.defaultChecked;
};
