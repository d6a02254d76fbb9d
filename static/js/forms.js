/* What forms need besides HTML: number keys, validation messages, stored selections and drafts. */
import { $$, enclosing, onEvent, required } from "./dom.js";
import { normalizeNumber } from "./form_values.js";
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
  restoreForms();
}

/** Add to a number field. A field whose placeholder is 0 stays empty at 0; text that is no number stays.
   @param {HTMLElement} number @param {number} by */
function addToNumber(number, by) {
  const field = required("input", number);
  const sum = Number(normalizeNumber(field.value)) + by;
  if (Number.isNaN(sum)) return;
  const { low, high } = number.dataset;
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

/** @param {HTMLFormElement} form */
export const getInitialValues = form => {
  const copy = form.cloneNode(true);
  copy.reset();
  return getFormValues(copy);
};

/** @param {HTMLFormElement} form */
export const isChanged = form => getFormValues(form) !== getInitialValues(form);

/** Store a draft with the initial values that it changes. @param {HTMLFormElement} form @param {string} key */
export function saveDraft(form, key) {
  if (isChanged(form))
    storage.put(key, JSON.stringify([getInitialValues(form), getFormValues(form)]));
  else storage.drop(key);
}

/** Restore a draft if the form's initial values are the same as then, or if `isOver` is set. Return whether they
   differ.
   @param {HTMLFormElement} form @param {string} key */
export function restoreDraft(form, key, isOver = false) {
  const [drawnThen, draft] = JSON.parse(storage.get(key) ?? "[]");
  const initial = getInitialValues(form);
  if (!draft || draft === initial || (drawnThen !== initial && !isOver)) return storage.drop(key);
  const values = JSON.parse(draft);
  for (const [at, field] of $$(DRAFT_FIELD_SELECTOR, form).entries())
    field[isBox(field) ? "checked" : "value"] = values[at];
  return drawnThen !== initial;
}
