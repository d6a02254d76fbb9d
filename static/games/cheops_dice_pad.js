/* Copies a page of the pad, one part at a time: a colour key paints the selected box and selects the next one, also
   in the next part. A symbol key puts a symbol onto the selected box. For a number, digit keys replace the colour
   keys. */
import { $, $$, enclosing, present, required } from "../js/dom.js";
import { splitWords } from "../js/form_values.js";
import { saveDraft, restoreDraft } from "../js/forms.js";
import "../js/keypad.js";
import { drop } from "../js/storage.js";

const form = required("form.transcriber");
/** @template {string} S @param {S} selector */
const findAll = selector => $$(selector, form);
const boxes = findAll("[data-box]");
/** @type {Control[]} */
const numbers = findAll("[data-key]");
const inputs = [...boxes, ...numbers];
const colourKeys = findAll("[data-paint]");
const symbolKeys = findAll("[data-symbol]");
const copied = required("#copied");
const submitButton = required("#keep");
const submitText = submitButton.textContent;
const DRAFT_KEY = `half-copied-${location.pathname}${location.search}`;
let selected = 0;

/** Return the field with a line of boxes, one letter for each; "?" for an open one. @param {string} name */
const field = name => form.elements[name];
/** @param {HTMLElement} box */
const letter = box => field(box.dataset.line).value[Number(box.dataset.at)];
/** @param {Control} input */
const isOpen = input =>
  input.dataset.box ? letter(input) === "?" : !/^\d+$/.test(input.value ?? "");
/** @param {Element} box */
const partOf = box => enclosing("[data-part]", box).dataset.part;
/** @param {string} colour */
const colourKeyOf = colour =>
  colourKeys.find(one => one.dataset.paint === colour && one.dataset.class);

/** @param {HTMLElement} box */
function drawBox(box) {
  const paint = colourKeyOf(letter(box));
  box.className = `cell ${paint ? paint.dataset.class : "open"}`;
  required("i", box).textContent = paint ? "" : "?";
  box.setAttribute("aria-label", `${box.dataset.name}, ${paint ? paint.dataset.name : "?"}`);
  for (const element of box.querySelectorAll(".symbol")) element.remove();
  const symbols = symbolKeys.filter(symbolKey => hasSymbol(symbolKey, box));
  box.append(...symbols.map(symbolKey => required("*", symbolKey).cloneNode(true)));
}

/** Select a box or number, and show its part and the number of open boxes in each part. @param {number} next */
function select(next) {
  inputs[selected].classList.remove("lit");
  selected = Math.max(0, Math.min(next, inputs.length - 1));
  const box = inputs[selected];
  const isNumber = numbers.includes(box);
  for (const part of findAll("[data-part]")) part.hidden = part.dataset.part !== partOf(box);
  present(colourKeys[0].parentElement, "colours").hidden = isNumber;
  required(".numbers", form).hidden = !isNumber;
  box.classList.add("lit");
  box.scrollIntoView({ block: "nearest" });
  count();
  if (isNumber) return showNumber(box);
  for (const element of findAll(".active-field")) element.classList.remove("active-field");
  for (const hiddenField of findAll(".unlays")) hiddenField.value = box.dataset.box;
  for (const symbolKey of symbolKeys) {
    symbolKey.disabled = !lineOf(symbolKey, box);
    symbolKey.ariaPressed = `${hasSymbol(symbolKey, box)}`;
  }
  const maybe = isOpen(box) ? [...(box.dataset.maybe || "")] : [];
  for (const paint of colourKeys)
    paint.classList.toggle("maybe", maybe.includes(paint.dataset.paint));
  const asks = maybe.map(colour => colourKeyOf(colour)?.dataset.name).join(` ${form.dataset.or} `);
  copied.textContent = `${box.dataset.name}${asks && `: ${asks}?`}`;
  form.dispatchEvent(new CustomEvent("photo:part-selected", { detail: box.dataset.box }));
}

/** @param {HTMLElement} number */
function showNumber(number) {
  copied.textContent = required("span", enclosing("label", number)).textContent;
  if (document.activeElement !== number) number.focus();
}

function count() {
  for (const tab of findAll("[data-goes]")) {
    const inPart = inputs.filter(input => partOf(input) === tab.dataset.goes);
    tab.ariaCurrent = `${inPart.includes(inputs[selected])}`;
    const open = inPart.filter(isOpen).length;
    required("i", tab).textContent = open ? `${open}` : "✓";
    required("i", tab).classList.toggle("done", !open);
  }
  const open = inputs.filter(isOpen).length;
  submitButton.classList.toggle("open", open > 0);
  submitButton.textContent = open ? `${submitButton.dataset.still}${open}` : submitText;
}

/** @param {HTMLElement} box @param {string} colour */
function paint(box, colour) {
  const line = field(box.dataset.line);
  const place = Number(box.dataset.at);
  line.value = line.value.slice(0, place) + colour + line.value.slice(place + 1);
  drawBox(box);
}

/** @param {HTMLElement} button */
function paintSelected(button) {
  navigator.vibrate?.(8);
  if (!button.dataset.class) return undoPaint();
  paint(boxes[selected], button.dataset.paint);
  const next = inputs.findIndex((other, n) => n > selected && isOpen(other));
  select(next < 0 ? Math.max(inputs.findIndex(isOpen), selected) : next);
}

function undoPaint() {
  if (isOpen(boxes[selected])) select(selected - 1);
  paint(boxes[selected], "?");
  select(selected);
}

/** Return the field with the boxes of a building that have a symbol; null in the quarry.
   @param {HTMLElement} symbolKey @param {Element} box */
const lineOf = ({ dataset: { symbol } }, box) =>
  $(`[data-carries="${partOf(box)} ${symbol}"]`, form);

/** @param {HTMLElement} symbolKey @param {HTMLElement} box */
const hasSymbol = (symbolKey, box) =>
  splitWords(lineOf(symbolKey, box)?.value).includes(box.dataset.box);

/** Put a symbol onto the selected box, or remove it. @param {HTMLElement} symbolKey */
function toggleSymbol(symbolKey) {
  const line = present(lineOf(symbolKey, boxes[selected]), "line");
  const name = boxes[selected].dataset.box;
  const others = splitWords(line.value).filter(other => other !== name);
  line.value = (hasSymbol(symbolKey, boxes[selected]) ? others : [...others, name]).join(" ");
  drawBox(boxes[selected]);
  select(selected);
}

/* With scripts, boxes are painted, and the text fields are hidden. */
function showPainted() {
  for (const part of findAll(".painted")) part.hidden = false;
  required(".lines", form).hidden = true;
  boxes.forEach(drawBox);
}

function showRefused() {
  for (const id of splitWords(document.querySelector("[data-at][role=alert]")?.dataset.at)) {
    document.getElementById(id)?.classList.add("refused-here");
  }
}

/** Paint the boxes that are certain on a photo. Other boxes get their possible colours; they stay as painted by hand,
   but not as painted from an earlier photo. The first open box is selected.
   @param {CustomEvent<Record<string, string>>} event */
function paintRead({ detail }) {
  for (const box of boxes) {
    const [now, ...maybe] = detail[box.dataset.box];
    if (now !== "?" || letter(box) === box.dataset.read) paint(box, now);
    Object.assign(box.dataset, { read: now, maybe: maybe.join("") });
  }
  select(inputs.findIndex(isOpen));
}

form.addEventListener("photo:read", paintRead);
const camera = required("#by-camera");
camera.addEventListener("click", openCamera);

/* Load the camera's script at the first tap; afterwards it handles the button itself. */
async function openCamera() {
  camera.removeEventListener("click", openCamera);
  try {
    await import(camera.dataset.script);
  } catch {
    copied.textContent = camera.dataset.missing;
    camera.addEventListener("click", openCamera);
  }
}

/** @param {{ target: Element }} event */
function handleClick({ target }) {
  const names = ["paint", "symbol", "box", "goes"];
  const [colour, symbolKey, box, tab] = names.map(name => target.closest(`[data-${name}]`));
  if (colour) paintSelected(colour);
  else if (symbolKey) toggleSymbol(symbolKey);
  else if (box) select(boxes.indexOf(box));
  else if (tab) goTo(tab.dataset.goes);
  else count();
  saveDraft(form, DRAFT_KEY);
}

/** @param {string} part */
function goTo(part) {
  const inPart = inputs.filter(input => partOf(input) === part);
  select(inputs.indexOf(inPart.find(isOpen) || inPart[0]));
}

form.addEventListener("click", handleClick);
form.addEventListener("change", handleClick);
form.addEventListener("focusin", ({ target }) => {
  if (numbers.includes(target) && inputs[selected] !== target) select(inputs.indexOf(target));
});
/* The keys may have activated another number. */
document.addEventListener("click", ({ target }) => {
  const now =
    target.closest(".numbers") && inputs.findIndex(input => input.closest(".active-field"));
  if (now && now !== selected) select(now);
});
form.addEventListener("keydown", event => {
  if (event.key !== "Enter" || !numbers.includes(event.target)) return;
  event.preventDefault();
  required("[data-onward]", form).click();
});

/* If something is open, select it instead of submitting the form. */
form.addEventListener("submit", event => {
  if (event.submitter?.matches("[name=reshape]")) return drop(DRAFT_KEY);
  const open = inputs.findIndex(isOpen);
  if (open < 0) return drop(DRAFT_KEY);
  event.preventDefault();
  select(open);
});

if (!document.querySelector(".refused")) restoreDraft(form, DRAFT_KEY);
showPainted();
showRefused();
const refused = boxes.findIndex(box => box.matches(".refused-here"));
const prompt = copied.textContent;
select(refused < 0 ? inputs.findIndex(isOpen) : refused);
if (form.dataset.shows) goTo(form.dataset.shows.match(/^[a-z]*/)?.[0] ?? "");
else if (boxes.every(isOpen)) copied.textContent = prompt;
