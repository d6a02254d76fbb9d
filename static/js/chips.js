/* Chips that write into the field touched last: a stack, a row of dice. */
import { $, $$ } from "./dom.js";

let field = null;

export function showChips() {
  for (const row of $$("[data-chips][hidden]")) row.hidden = false;
  $$("input[data-tiles]").forEach(draw);
}

export function followChips() {
  document.addEventListener("focusin", event => {
    if (event.target.matches("input[data-tiles]")) field = event.target;
  });
  document.addEventListener("input", event => {
    if (event.target.matches("input[data-tiles]")) draw(event.target);
  });
  document.addEventListener("click", event => {
    const chip = event.target.closest("[data-add]");
    if (chip) write(chip);
  });
}

/* A chip without a word takes the last one away. */
function write(chip) {
  const form = chip.closest("form");
  if (!field || !form.contains(field)) field = $("input[data-tiles]", form);
  const words = wordsIn(field);
  if (chip.dataset.add) words.push(chip.dataset.add);
  else words.pop();
  fill(field, words);
}

export function fill(field, words) {
  field.value = words.join(" ");
  draw(field);
}

const wordsIn = field => field.value.split(" ").filter(Boolean);

/* What a field holds, drawn beside it by the faces of its chips; a word that no chip adds is left to read. */
function draw(field) {
  const place = field.nextElementSibling;
  if (!place?.matches("[data-drawn]")) return;
  const chips = wordsIn(field).map(word => $(`[data-add="${CSS.escape(word)}"]`, field.form));
  const faces = chips.includes(null) ? [] : chips.map(chip => chip.firstElementChild);
  place.replaceChildren(...faces.map(face => face.cloneNode(true)));
}
