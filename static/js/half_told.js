/* What is half told in a form is kept on this phone, as long as the form comes as it came then: over a reload,
   a closed drawer, a way home and back. */
import * as storage from "./storage.js";

export const isBox = ({ type }) => type === "radio" || type === "checkbox";

/* What a form says, as it is or as it was drawn. */
function told(form) {
  const data = new FormData(form);
  data.delete("key");
  data.delete("by");
  return new URLSearchParams(data).toString();
}

export const wasDrawn = form => {
  const copy = form.cloneNode(true);
  copy.reset();
  return told(copy);
};

export const isChanged = form => told(form) !== wasDrawn(form);

/* Kept as it is told, with the sheet that it changes. */
export function keep(form, place) {
  if (isChanged(form)) storage.put(place, JSON.stringify([wasDrawn(form), told(form)]));
  else storage.drop(place);
}

export function recall(form, place) {
  const [drawn, said] = JSON.parse(storage.get(place) ?? "[]");
  if (drawn !== wasDrawn(form)) return storage.drop(place);
  const data = new URLSearchParams(said);
  for (const field of form.elements) {
    if (!field.name || field.type === "hidden") continue;
    if (isBox(field)) field.checked = data.getAll(field.name).includes(field.value);
    else if (data.has(field.name)) field.value = data.get(field.name);
  }
}
