/* Who played: whoever is tapped first sits at the first seat, whoever is next at the second; tapped again, somebody
   is left out. Without this script they sit in the order in which their names stand. */
import { $, $$ } from "./dom.js";

const place = () => $("#who-played");
const boxes = () => $$(".person input", place());
const seatOf = ({ dataset }) => Number(dataset.seat ?? Infinity);
const seated = () =>
  boxes()
    .filter(box => box.checked)
    .sort((one, other) => seatOf(one) - seatOf(other));

document.addEventListener("change", ({ target }) => {
  if (!target.closest("#who-played")) return;
  if (target.closest(".new-person")) add(target);
  if (target.closest(".the-same")) seat(target.checked ? JSON.parse(target.value) : []);
  show();
});

document.addEventListener("keydown", event => {
  if (event.key !== "Enter" || !event.target.closest(".new-person")) return;
  event.preventDefault();
  add(event.target);
  show();
});

document.addEventListener("formdata", ({ target, formData }) => {
  if (!target.contains(place())) return;
  formData.delete("name");
  for (const { value } of seated()) formData.append("name", value);
});

document.addEventListener("page:drawn", show);
show();

/* These and nobody else. */
function seat(names) {
  for (const box of boxes()) {
    box.checked = names.includes(box.value);
    box.dataset.seat = names.indexOf(box.value);
  }
}

/* Whoever is typed is known from then on. */
function add(field) {
  const name = field.value.trim();
  field.value = "";
  if (!name) return;
  const known = boxes().find(({ value }) => value.toLowerCase() === name.toLowerCase());
  const box = known ?? $("input", made(name));
  box.checked = seated().length < Number(place().dataset.most);
  if (!known) $(".new-person", place()).before(box.closest(".person"));
}

function made(name) {
  const person = $("template", place()).content.firstElementChild.cloneNode(true);
  $("input", person).value = name;
  $("bdi", person).textContent = name;
  return person;
}

function show() {
  if (!place()) return;
  const { least, most, signs } = place().dataset;
  const row = seated();
  for (const box of boxes()) {
    const at = row.indexOf(box);
    if (at < 0) delete box.dataset.seat;
    else box.dataset.seat = at;
    box.disabled = at < 0 && row.length >= Number(most);
    box.closest(".person").className = `pick person${at < 0 ? "" : ` c${at}`}`;
    $(".mark", box.closest(".person")).textContent = at < 0 ? "" : [...signs][at];
  }
  showTheSame(row.map(({ value }) => value));
  showWhatFollows(row.length, row.length >= Number(least));
}

function showTheSame(names) {
  const same = $(".the-same input", place());
  if (!same) return;
  same.checked = JSON.stringify(JSON.parse(same.value)) === JSON.stringify(names);
  same.closest(".the-same").hidden = false;
}

function showWhatFollows(number, isEnough) {
  const button = $("#count-them");
  button.disabled = !isEnough;
  if (isEnough) $("span", button).textContent = button.dataset.words.replace("#", number);
}
