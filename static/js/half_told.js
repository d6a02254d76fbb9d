/* What is half told in a form is kept on this phone, as long as the form comes as it came then: over a reload,
   a closed drawer, a way home and back. */
import { $$ } from "./dom.js";
import * as storage from "./storage.js";

/* All that people tell; names may come several times. Which way a count is told is kept apart (data-of). */
const FIELDS = ":is(input:not([type=hidden], [data-of]), select, textarea)[name]";

/** @param {Control} field */
const isBox = ({ type }) => type === "radio" || type === "checkbox";
/** @param {Control} field */
const saidBy = field => (isBox(field) ? field.checked : field.value);

/** What a form says, as it is or as it was drawn. @param {HTMLFormElement} form */
const told = form => JSON.stringify($$(FIELDS, form).map(saidBy));

/** @param {HTMLFormElement} form */
export const wasDrawn = form => {
  const copy = form.cloneNode(true);
  copy.reset();
  return told(copy);
};

/** @param {HTMLFormElement} form */
export const isChanged = form => told(form) !== wasDrawn(form);

/** Kept as it is told, with the sheet that it changes.
   @param {HTMLFormElement} form @param {string} place */
export function keep(form, place) {
  if (isChanged(form)) storage.put(place, JSON.stringify([wasDrawn(form), told(form)]));
  else storage.drop(place);
}

/** Told again as long as the form is drawn as it was then; or over what came since (isOver). Whether it is.
   @param {HTMLFormElement} form @param {string} place */
export function recall(form, place, isOver = false) {
  const [drawn, said] = JSON.parse(storage.get(place) ?? "[]");
  const isDrawn = wasDrawn(form);
  if (!said || said === isDrawn || (drawn !== isDrawn && !isOver)) return storage.drop(place);
  const values = JSON.parse(said);
  for (const [at, field] of $$(FIELDS, form).entries())
    field[isBox(field) ? "checked" : "value"] = values[at];
  return drawn !== isDrawn;
}
