/* Keys under the thumb that write into the number that is lit: the phone's keyboard stays away. */
import { $, $$, enclosing } from "./dom.js";
import { setFieldValue, normalizeNumber } from "./form_values.js";

const SCOPE = "[data-keyed]";
/** @param {Element} scope */
const fieldsIn = scope => $$("input[data-key]", scope);
const lit = new WeakMap(); // the name of the field that is lit, which outlives a drawing of its page
/** @param {Element} scope */
const litIn = scope =>
  fieldsIn(scope).find(field => field.name === lit.get(scope)) ?? light(fieldsIn(scope)[0]);

/** @type {HTMLInputElement | null} */
let fresh = null; // the field that the next digit begins anew

/** @param {HTMLInputElement} field */
function light(field) {
  const scope = enclosing(SCOPE, field);
  lit.set(scope, field.name);
  fresh = field;
  show(scope, field);
  return field;
}

/** @param {Element} scope @param {HTMLInputElement} field */
function show(scope, field) {
  for (const other of fieldsIn(scope)) {
    enclosing(".keyed", other).classList.toggle("active-field", other === field);
  }
}

/** What a number may hold is all that is written. @param {Element} scope @param {string} digit */
function press(scope, digit) {
  const field = litIn(scope);
  if (digit === "10")
    return setFieldValue(
      field,
      `${Math.min(parseInt(field.value.match(/^\d(?=_)/)?.[0] ?? "0", 10) + 1, 5)}_`,
    );
  const { low, high, digits } = field.dataset;
  const tens = field.value.endsWith("_") ? field.value.slice(0, -1) : null;
  const before = tens ?? (fresh === field && digit !== "−" ? "" : field.value);
  const text = written(before, digit, low);
  if (text === null || Number(text) > Number(high)) return refuse(field);
  fresh = null;
  setFieldValue(field, text);
  if (/\d/.test(digit) && text.replace("-", "").length >= Number(digits)) moveOn(scope, field);
}

/** @param {string} before @param {string} digit @param {string} low */
function written(before, digit, low) {
  if (digit === "") return before.slice(0, -1);
  if (digit !== "−") return before === "0" ? digit : before + digit;
  if (Number(low) >= 0) return null;
  return before.startsWith("-") ? before.slice(1) : `-${before}`;
}

/** One more or one less, within what it may be. @param {HTMLInputElement} field @param {number} by */
function step(field, by) {
  const { low, high } = field.dataset;
  const number = Number(field.value) + by;
  if (!(number >= Number(low) && number <= Number(high))) return refuse(field);
  light(field);
  setFieldValue(field, `${number}`);
}

/** @param {Element} scope @param {HTMLInputElement} field */
function moveOn(scope, field) {
  const fields = fieldsIn(scope);
  const next = fields[fields.indexOf(field) + 1];
  if (next) light(next);
}

/** @param {HTMLInputElement} field */
function refuse(field) {
  const cell = enclosing(".keyed", field);
  cell.classList.remove("cannot");
  requestAnimationFrame(() => cell.classList.add("cannot"));
}

document.addEventListener("click", ({ target }) => {
  const scope = target.closest(SCOPE);
  if (!scope) return;
  const key = target.closest("[data-digit], [data-onward], [data-more]");
  const cell = target.closest(".keyed");
  const field = cell && $("input[data-key]", cell);
  if (field && key?.matches("[data-more]")) step(field, Number(key.dataset.more));
  else if (key?.matches("[data-onward]")) moveOn(scope, litIn(scope));
  else if (key) press(scope, key.dataset.digit);
  else if (field) light(field);
});
document.addEventListener("focusin", ({ target }) => {
  const field = target.closest("input[data-key]");
  if (field) light(field);
});
document.addEventListener("count:changed", ({ target }) => {
  for (const scope of $$(SCOPE, target)) show(scope, litIn(scope));
});
/* What a keyboard writes is read as people write it, before anybody counts it. */
document.addEventListener(
  "input",
  ({ target }) => {
    if (!target.matches("[data-key], .other-number")) return;
    if (normalizeNumber(target.value) !== target.value) target.value = normalizeNumber(target.value);
  },
  true,
);
