/* Chips that write into the field touched last: a stack, a row of dice. */
import { $, $$, required } from "./dom.js";

/** @type {HTMLInputElement | null} */
let field = null;

export function showChips() {
  for (const row of $$("[data-chips][hidden]")) row.hidden = false;
  $$("input[data-tiles]").forEach(draw);
}

export function followChips() {
  document.addEventListener("focusin", event => {
    field = event.target.closest("input[data-tiles]") ?? field;
  });
  document.addEventListener("input", event => {
    if (event.target.matches("input[data-tiles]")) draw(event.target);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.name) beginWith(target.name, target.value, target.form ?? document);
  });
  document.addEventListener("click", event => {
    const only = event.target.closest("button[data-only]");
    if (only?.form)
      beginWith(only.dataset.only, only.form.elements[only.dataset.only].value, only.form);
    const chip = event.target.closest("button[data-add]");
    if (chip) write(chip);
  });
}

/** A field that begins with what is chosen holds that, and a button of that alone (data-only) enters no more.
   @param {string} name @param {string} value @param {ParentNode} form */
function beginWith(name, value, form) {
  const field = $(`input[data-begins-with="${name}"]`, form);
  if (field) fill(field, [value]);
}

/** A chip without a word takes the last one away. @param {HTMLButtonElement} chip */
function write(chip) {
  const form = chip.form ?? document;
  if (field?.form !== form) field = required("input[data-tiles]", form);
  const words = wordsIn(field);
  if (chip.dataset.add) words.push(chip.dataset.add);
  else words.pop();
  fill(field, words);
}

/** @param {HTMLInputElement} field @param {string[]} words */
export function fill(field, words) {
  field.value = words.join(" ");
  draw(field);
}

/** @param {HTMLInputElement} field */
const wordsIn = field => field.value.split(" ").filter(Boolean);

/** What a field holds, drawn beside it by the faces of its chips; a word that no chip adds is left to read.
   @param {HTMLInputElement} field */
function draw(field) {
  const place = field.nextElementSibling;
  if (!place?.matches("[data-drawn]")) return;
  const faces = wordsIn(field).map(
    word => $(`[data-add="${CSS.escape(word)}"]`, field.form ?? document)?.firstElementChild,
  );
  const known = faces.filter(face => face != null);
  place.replaceChildren(
    ...(known.length < faces.length ? [] : known.map(face => face.cloneNode(true))),
  );
}
