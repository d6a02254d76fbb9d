/* What forms need besides HTML: number keys, validation messages, stored selections and drafts, and the focus. */
import {
  $,
  $$,
  enclosing,
  isVisible,
  normalizeNumber,
  onEvent,
  required,
  setFieldValue,
} from "./dom.js";
import { entriesTable } from "./page.js";
import * as storage from "./storage.js";

const FIELD_SELECTOR = "input, select, textarea";

export function initForms() {
  // typing replaces the old number, also after a tap, which moves the caret
  onEvent("focusin", ".number input", field => {
    field.select();
    field.addEventListener("click", () => field.select(), { once: true });
  });
  onEvent("click", "[data-step]", key =>
    addToNumber(enclosing("[data-low]", key), Number(key.dataset.step)),
  );
  // a missing value is reported in the language of the page, not of the browser
  onEvent("invalid", FIELD_SELECTOR, reportMissing, true);
  onEvent("input", FIELD_SELECTOR, clearMessages, true);
  onEvent("change", "[data-remember]", ({ dataset }, { target }) =>
    storage.put(dataset.remember, target.value),
  );
  for (const type of /** @type {const} */ (["input", "change", "click"]))
    onEvent(type, "form[data-keeps]", form => saveDraft(form, draftKey(form)));
  document.addEventListener("htmx:after:request", ({ target, detail: { ctx } }) => {
    if (target.matches?.("[data-keeps]") && ctx.response.raw.ok) storage.drop(draftKey(target));
  });
  document.addEventListener("focusin", noteFocused);
  document.addEventListener("pointerdown", noteFocused);
  restoreForms();
}

/** Add to a number field, within its limits. An empty field stays empty below its lowest number, or at 0 if its
   placeholder is 0. Text that is no number stays.
   @param {HTMLElement} number @param {number} by */
function addToNumber(number, by) {
  const field = required("input", number);
  const sum = Number(normalizeNumber(field.value)) + by;
  const { low, high } = number.dataset;
  if (Number.isNaN(sum) || (!field.value && sum < Number(low))) return;
  const next = `${Math.min(Number(high), Math.max(Number(low), sum))}`;
  field.value = next === field.placeholder ? "" : next;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field */
const reportMissing = field =>
  field.setCustomValidity(field.validity.valueMissing ? document.body.dataset.wanted : "");

/** @param {{ form: HTMLFormElement | null }} field */
function clearMessages({ form }) {
  for (const field of $$(FIELD_SELECTOR, form ?? document)) field.setCustomValidity("");
}

/* Restore what is stored on this phone: selections (data-remember), and the numbers of a game's box until they are sent
   (data-keeps). */
export function restoreForms() {
  for (const list of $$("[data-remember]")) {
    const stored = storage.get(list.dataset.remember);
    const chosen = $$("option, input", list).find(({ value }) => value === stored);
    if (chosen instanceof HTMLInputElement) chosen.checked = true;
    else if (chosen) chosen.selected = true;
  }
  for (const form of $$("form[data-keeps]")) {
    restoreDraft(form, draftKey(form));
    form.dispatchEvent(new CustomEvent("draft:restored", { bubbles: true }));
  }
}

/** @param {HTMLElement} form */
const draftKey = ({ dataset: { keeps } }) =>
  `half-told-${entriesTable ?? location.pathname}-${keeps}`;

/* A draft of a form is stored on this phone, as long as the server renders the form with the same values. */

/* Fields with names that may repeat. The way of counting is stored separately (data-of). */
const DRAFT_FIELD_SELECTOR = ":is(input:not([type=hidden], [data-of]), select, textarea)[name]";

/** @param {Control} field */
const isBox = ({ type }) => type === "radio" || type === "checkbox";
/** @param {Control} field */
const getFieldState = field => (isBox(field) ? field.checked : field.value);

/** Return the current values of a form as JSON. @param {HTMLFormElement} form */
const getFormValues = form => JSON.stringify($$(DRAFT_FIELD_SELECTOR, form).map(getFieldState));

/** @param {Control} field */
const getInitialState = field => {
  if (isBox(field)) return field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const [first, ...more] = field.options;
  return (more.find(option => option.defaultSelected) ?? first)?.value;
};
/** Return the values of a form as the server has rendered it. @param {HTMLFormElement} form */
export const getInitialValues = form =>
  JSON.stringify($$(DRAFT_FIELD_SELECTOR, form).map(getInitialState));

/** @param {HTMLFormElement} form */
export const isChanged = form => getFormValues(form) !== getInitialValues(form);

/** @param {string} key */
const readDraft = key => JSON.parse(storage.get(key) ?? "[]");

/** Store a draft with the initial values that it changes. If `isOver` is set, those of the stored draft stay.
   @param {HTMLFormElement} form @param {string} key */
export function saveDraft(form, key, isOver = false) {
  const [initial, values] = [getInitialValues(form), getFormValues(form)];
  if (values === initial) return storage.drop(key);
  const [drawnThen] = isOver ? readDraft(key) : [];
  storage.put(key, JSON.stringify([drawnThen ?? initial, values]));
}

/** Restore a draft if the form's initial values are the same as then, or if `isOver` is set. Return whether they
   differ.
   @param {HTMLFormElement} form @param {string} key */
export function restoreDraft(form, key, isOver = false) {
  const [drawnThen, draft] = readDraft(key);
  const initial = getInitialValues(form);
  if (!draft || draft === initial || (drawnThen !== initial && !isOver)) return storage.drop(key);
  const values = JSON.parse(draft);
  for (const [at, field] of $$(DRAFT_FIELD_SELECTOR, form).entries())
    field[isBox(field) ? "checked" : "value"] = values[at];
  return drawnThen !== initial;
}

/* If an entry removes the focused control, the prompt gets the focus. */

const CONTROL_SELECTOR = "a, button, input, select, summary, [role=button]";

/** @type {Control | null} */
let lastFocused = null;

/** @param {{ target: Element }} event */
function noteFocused({ target }) {
  lastFocused = target.closest("#table") && target.closest(`${CONTROL_SELECTOR}, [tabindex]`);
}

/* Wait one frame, until the game's script has updated the controls. */
export function restoreFocus() {
  requestAnimationFrame(() => {
    const active = /** @type {Control} */ (document.activeElement ?? document.body);
    if (!lastFocused || (active !== document.body && isFocusable(active))) return;
    const prompt = $("#prompt") ?? $("[data-region=end]");
    const next = isFocusable(lastFocused) ? lastFocused : prompt;
    next?.focus({ preventScroll: true });
  });
}

/** Return whether a control can be used. Its form may be missing or hidden. @param {Control} control */
function isFocusable(control) {
  const isIdle = control.hasAttribute("form") && control.form?.hidden !== false;
  return control.isConnected && !control.disabled && isVisible(control) && !isIdle;
}

/* On-screen keys for the active number field, in place of the phone's keyboard. */

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
  const { low, high } = enclosing(".keyed", field).dataset;
  const tens = field.value.endsWith("_") ? field.value.slice(0, -1) : null;
  if (digit === "10") return setFieldValue(field, `${Math.min(Number(tens) + 1, 5)}_`);
  const before = tens ?? (replacedField === field && digit !== "−" ? "" : field.value);
  const text = appendDigit(before, digit, low);
  if (text === null || Number(text) > Number(high)) return shakeField(field);
  replacedField = null;
  setFieldValue(field, text);
  if (/\d/.test(digit) && text.replace("-", "").length >= Number(field.dataset.digits))
    activateNext(scope, field);
}

/** @param {string} before @param {string} digit @param {string} low */
function appendDigit(before, digit, low) {
  if (digit === "") return before.slice(0, -1);
  if (digit !== "−") return before === "0" ? digit : before + digit;
  if (Number(low) >= 0) return null;
  return before.startsWith("-") ? before.slice(1) : `-${before}`;
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
  const key = target.closest("[data-digit], [data-onward]");
  const cell = target.closest(".keyed");
  const field = cell && $("input[data-key]", cell);
  if (key?.matches("[data-onward]")) activateNext(scope, findActiveField(scope));
  else if (key) writeDigit(scope, key.dataset.digit);
  else if (field) activateField(field);
});
onEvent("focusin", "input[data-key]", activateField);
document.addEventListener("count:changed", ({ target }) => {
  for (const scope of $$(KEYPAD_SELECTOR, target)) markActive(scope, findActiveField(scope));
});
/** Convert a typed number to ASCII digits before other scripts read it. @param {HTMLInputElement} field */
const normalizeField = field => {
  field.value = normalizeNumber(field.value);
};
onEvent("input", "input:is([data-key], .other-number)", normalizeField, true);
