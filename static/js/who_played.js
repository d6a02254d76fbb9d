/* The form "Who played": the people are seated in the order in which they are tapped; a second tap removes them.
   Without this script, they are seated in the order of the list. */
import { $, $$, enclosing, isolateBidi, onEvent, required } from "./dom.js";

const getForm = () => required("#who-played");
const getBoxes = () => $$(".person input", getForm());

/** @type {HTMLInputElement[]} */
let seated = [];

/* Update the list of seated people from the checked boxes. Return it in the order of the seats. */
function updateSeated() {
  const checked = getBoxes().filter(box => box.checked);
  const stay = seated.filter(box => checked.includes(box));
  seated = [...stay, ...checked.filter(box => !stay.includes(box))];
  return seated;
}

onEvent("change", "#who-played input", field => {
  if (field.closest(".new-person")) addPerson(field);
  if (field.closest(".the-same")) selectOnly(field.checked ? JSON.parse(field.value) : []);
  showPeople();
});

onEvent("keydown", "#who-played .new-person input", (field, event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  addPerson(field);
  showPeople();
});

document.addEventListener("formdata", ({ target, formData }) => {
  if (!target.contains($("#who-played"))) return;
  formData.delete("name");
  for (const { value } of updateSeated()) formData.append("name", value);
});

document.addEventListener("htmx:after:swap", showPeople);
showPeople();

/** Select exactly these people. @param {string[]} names */
function selectOnly(names) {
  for (const box of getBoxes()) box.checked = names.includes(box.value);
  seated = names.flatMap(name => getBoxes().filter(({ value }) => value === name));
}

/** Add a typed name to the list and select it. @param {HTMLInputElement} field */
function addPerson(field) {
  const name = field.value.trim();
  field.value = "";
  if (!name) return;
  const existing = getBoxes().find(({ value }) => value.toLowerCase() === name.toLowerCase());
  const box = existing ?? makePerson(name);
  box.checked ||= updateSeated().length < Number(getForm().dataset.most);
  if (!existing) required(".new-person", getForm()).before(enclosing(".person", box));
}

/** @param {string} name */
function makePerson(name) {
  const person = required(".person", required("template", getForm()).content).cloneNode(true);
  required("bdi", person).textContent = name;
  return Object.assign(required("input", person), { value: name });
}

function showPeople() {
  if (!$("#who-played")) return;
  const { first, least, most, signs } = getForm().dataset;
  const row = updateSeated();
  for (const box of getBoxes()) {
    const index = row.indexOf(box);
    const person = enclosing(".person", box);
    box.disabled = index < 0 && row.length >= Number(most);
    person.className = `pick person${index < 0 ? "" : ` c${index + Number(first)}`}`;
    required(".mark", person).textContent = index < 0 ? "" : [...signs][index];
  }
  showSameAsLast(row.map(({ value }) => value));
  updateSubmitButton(row.length, row.length >= Number(least));
  showOrder(row.map(({ value }, index) => `${[...signs][index]} ${isolateBidi(value)}`));
}

/** @param {string[]} people */
function showOrder(people) {
  const order = $("#count-order");
  if (!order) return;
  order.dataset.hint ??= order.textContent;
  const { words, hint } = order.dataset;
  order.textContent = people.length ? words.replace("#", () => people.join(", ")) : hint;
}

/** @param {string[]} names */
function showSameAsLast(names) {
  const same = $(".the-same input", getForm());
  if (!same) return;
  same.checked = JSON.stringify(JSON.parse(same.value)) === JSON.stringify(names);
  enclosing(".the-same", same).hidden = false;
}

/** @param {number} number @param {boolean} isEnough */
function updateSubmitButton(number, isEnough) {
  const button = $("button#count-them");
  if (!button) return chooseSeatCount(number + 1);
  button.disabled = !isEnough;
  if (isEnough)
    required("span", button).textContent = button.dataset.words.replace("#", `${number}`);
}

/** Choose a number of seats that is large enough. @param {number} number */
function chooseSeatCount(number) {
  const enough = $(`input[name=seats][value="${number}"]`);
  if (enough && Number($("input[name=seats]:checked")?.value) < number) enough.checked = true;
}
