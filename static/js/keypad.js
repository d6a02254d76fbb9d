/* On-screen keys for the active number field, in place of the phone's keyboard. */
import { $, $$, enclosing, onEvent } from "./dom.js";
import { setFieldValue, normalizeNumber } from "./form_values.js";

const KEYPAD_SELECTOR = "[data-keyed]";
/** @param {Element} scope */
const findFields = scope => $$("input[data-key]", scope);
const activeNames = new WeakMap(); // the name of the active field of each form; it survives a new rendering
/** @param {Element} scope */
const findActiveField = scope =>
  findFields(scope).find(field => field.name === activeNames.get(scope)) ??
  activateField(findFields(scope)[0]);

/** @type {HTMLInputElement | null} */
let replacedField = null; // the next digit replaces this field's value

/** @param {HTMLInputElement} field */
function activateField(field) {
  const scope = enclosing(KEYPAD_SELECTOR, field);
  activeNames.set(scope, field.name);
  replacedField = field;
  markActive(scope, field);
  return field;
}

/** @param {Element} scope @param {HTMLInputElement} field */
function markActive(scope, field) {
  for (const other of findFields(scope))
    enclosing(".keyed", other).classList.toggle("active-field", other === field);
}

/** @param {Element} scope @param {string} digit */
function writeDigit(scope, digit) {
  const field = findActiveField(scope);
  const { low, high, digits } = field.dataset;
  const tens = field.value.endsWith("_") ? field.value.slice(0, -1) : null;
  if (digit === "10") return setFieldValue(field, `${Math.min(Number(tens) + 1, 5)}_`);
  const before = tens ?? (replacedField === field && digit !== "−" ? "" : field.value);
  const text = appendDigit(before, digit, low);
  if (text === null || Number(text) > Number(high)) return shakeField(field);
  replacedField = null;
  setFieldValue(field, text);
  if (/\d/.test(digit) && text.replace("-", "").length >= Number(digits))
    activateNext(scope, field);
}

/** @param {string} before @param {string} digit @param {string} low */
function appendDigit(before, digit, low) {
  if (digit === "") return before.slice(0, -1);
  if (digit !== "−") return before === "0" ? digit : before + digit;
  if (Number(low) >= 0) return null;
  return before.startsWith("-") ? before.slice(1) : `-${before}`;
}

/** Add to a field, within its limits. @param {HTMLInputElement} field @param {number} by */
function addToField(field, by) {
  const { low, high } = field.dataset;
  const number = Number(field.value) + by;
  if (!(number >= Number(low) && number <= Number(high))) return shakeField(field);
  activateField(field);
  setFieldValue(field, `${number}`);
}

/** @param {Element} scope @param {HTMLInputElement} field */
function activateNext(scope, field) {
  const fields = findFields(scope);
  const next = fields[fields.indexOf(field) + 1];
  if (next) activateField(next);
}

/** @param {HTMLInputElement} field */
function shakeField(field) {
  const cell = enclosing(".keyed", field);
  cell.classList.remove("cannot");
  requestAnimationFrame(() => cell.classList.add("cannot"));
}

onEvent("click", KEYPAD_SELECTOR, (scope, { target }) => {
  const key = target.closest("[data-digit], [data-onward], [data-more]");
  const cell = target.closest(".keyed");
  const field = cell && $("input[data-key]", cell);
  if (field && key?.matches("[data-more]")) addToField(field, Number(key.dataset.more));
  else if (key?.matches("[data-onward]")) activateNext(scope, findActiveField(scope));
  else if (key) writeDigit(scope, key.dataset.digit);
  else if (field) activateField(field);
});
onEvent("focusin", "input[data-key]", activateField);
document.addEventListener("count:changed", ({ target }) => {
  for (const scope of $$(KEYPAD_SELECTOR, target)) markActive(scope, findActiveField(scope));
});
/** Convert a typed number to ASCII digits before other scripts read it. @param {HTMLInputElement} field */
const normalizeField = field => {
  const number = normalizeNumber(field.value);
  if (number !== field.value) field.value = number;
};
onEvent("input", "input:is([data-key], .other-number)", normalizeField, true);
