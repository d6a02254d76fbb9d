/* What forms need besides HTML. */
import { $$, enclosing, required } from "./dom.js";
import { normalizeNumber } from "./form_values.js";
import { entriesTable } from "./page.js";
import * as storage from "./storage.js";

/* Fields of numbers: − and + beside them, and what is typed takes the place of what stood there. */

/** @type {HTMLInputElement | null} */
let entered = null;

export function initNumberFields() {
  document.addEventListener("focusin", ({ target }) => {
    entered = target.closest(".number input");
    entered?.select();
  });
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-step]");
    if (key) step(enclosing(".number", key), Number(key.dataset.step));
    else if (target === entered) entered.select(); // the tap that led there has set its caret
    entered = null;
  });
}

/** An empty field that stands for nought is left empty; what is no number stays, to be put right.
   @param {HTMLElement} number @param {number} by */
function step(number, by) {
  const field = required("input", number);
  const sum = Number(normalizeNumber(field.value)) + by;
  if (Number.isNaN(sum)) return;
  const { low, high } = number.dataset;
  const next = `${Math.min(Number(high), Math.max(Number(low), sum))}`;
  field.value = next === field.placeholder ? "" : next;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/* What a form still wants is told in the words of the page, not in the browser's. */

export function initValidation() {
  /** @param {FieldEvent} event */
  const say = ({ target }) => {
    target.setCustomValidity(target.validity.valueMissing ? document.body.dataset.wanted : "");
  };
  /** @param {FieldEvent} event */
  const forget = ({ target }) => {
    for (const field of /** @type {Iterable<HTMLInputElement>} */ (target.form?.elements ?? []))
      field.setCustomValidity("");
  };
  document.addEventListener("invalid", say, true);
  document.addEventListener("input", forget, true);
}

/* A choice keeps what was last chosen in it on this phone. */

export function restoreSelections() {
  for (const list of $$("[data-remember]")) {
    const { remember } = list.dataset;
    const kept = storage.get(remember);
    const one = $$("option, input", list).find(({ value }) => value === kept);
    if (one instanceof HTMLInputElement) one.checked = true;
    else if (one) one.selected = true;
    list.addEventListener("change", ({ target }) => storage.put(remember, target.value));
  }
}

/* What is half told in a form is kept on this phone, as long as the form comes as it came then: over a reload,
   a closed drawer, a way home and back. */

/* All that people tell; names may come several times. Which way a count is told is kept apart (data-of). */
const DRAFT_FIELDS = ":is(input:not([type=hidden], [data-of]), select, textarea)[name]";

/** @param {Control} field */
const isBox = ({ type }) => type === "radio" || type === "checkbox";
/** @param {Control} field */
const stateOf = field => (isBox(field) ? field.checked : field.value);

/** What a form says, as it is or as it was drawn. @param {HTMLFormElement} form */
const valuesIn = form => JSON.stringify($$(DRAFT_FIELDS, form).map(stateOf));

/** @param {HTMLFormElement} form */
export const getInitialValues = form => {
  const copy = form.cloneNode(true);
  copy.reset();
  return valuesIn(copy);
};

/** @param {HTMLFormElement} form */
export const isChanged = form => valuesIn(form) !== getInitialValues(form);

/** Kept as it is told, with the sheet that it changes.
   @param {HTMLFormElement} form @param {string} place */
export function saveDraft(form, place) {
  if (isChanged(form)) storage.put(place, JSON.stringify([getInitialValues(form), valuesIn(form)]));
  else storage.drop(place);
}

/** Told again as long as the form is drawn as it was then; or over what came since (isOver). Whether it is.
   @param {HTMLFormElement} form @param {string} place */
export function restoreDraft(form, place, isOver = false) {
  const [drawn, said] = JSON.parse(storage.get(place) ?? "[]");
  const isDrawn = getInitialValues(form);
  if (!said || said === isDrawn || (drawn !== isDrawn && !isOver)) return storage.drop(place);
  const values = JSON.parse(said);
  for (const [at, field] of $$(DRAFT_FIELDS, form).entries())
    field[isBox(field) ? "checked" : "value"] = values[at];
  return drawn !== isDrawn;
}

/* What a box says is many numbers: what is typed of them stays until it is taken (data-keeps). */

/** @param {HTMLElement} form */
const placeOf = ({ dataset: { keeps } }) => `half-told-${entriesTable ?? location.pathname}-${keeps}`;

export function restoreDrafts() {
  for (const form of $$("form[data-keeps]")) {
    restoreDraft(form, placeOf(form));
    form.dispatchEvent(new CustomEvent("draft:restored", { bubbles: true }));
  }
}

export function initDrafts() {
  for (const type of ["input", "change", "click"]) {
    document.addEventListener(type, ({ target }) => {
      const form = target.closest("form[data-keeps]");
      if (form) saveDraft(form, placeOf(form));
    });
  }
  document.addEventListener("htmx:after:request", ({ target, detail: { ctx } }) => {
    if (target.matches?.("[data-keeps]") && ctx.response.raw.ok) storage.drop(placeOf(target));
  });
}
