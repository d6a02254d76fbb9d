/* Copies a page of the pad, one part at a time: a colour key paints the selected box and selects the next one, also
   in the next part. A symbol key puts a symbol onto the selected box. For a number, digit keys replace the colour
   keys. */
import { $, $$, enclosing, findByIds, present, required, splitWords } from "../js/dom.js";
import { restoreDraft, saveDraft } from "../js/forms.js";
import { vibrate } from "../js/notices.js";
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
const getField = name => form.elements[name];
/** @param {HTMLElement} box */
const getLetter = box => getField(box.dataset.line).value[Number(box.dataset.at)];
/** @param {Control} input */
const isOpen = input =>
  input.dataset.box ? getLetter(input) === "?" : !/^\d+$/.test(input.value ?? "");
/** @param {Element} box */
const getPart = box => enclosing("[data-part]", box).dataset.part;
/** @param {string} part */
const findInputs = part => inputs.filter(input => getPart(input) === part);
/** @param {string} colour */
const findColourKey = colour =>
  colourKeys.find(one => one.dataset.paint === colour && one.dataset.class);

/** @param {HTMLElement} box */
function drawBox(box) {
  const paint = findColourKey(getLetter(box));
  box.className = `cell ${paint ? paint.dataset.class : "open"}`;
  required("i", box).textContent = paint ? "" : "?";
  box.setAttribute("aria-label", `${box.dataset.name}, ${paint ? paint.dataset.name : "?"}`);
  for (const element of $$(".symbol", box)) element.remove();
  for (const symbolKey of symbolKeys)
    if (hasSymbol(symbolKey, box)) box.append(required("*", symbolKey).cloneNode(true));
}

/** Select a box or number, and show its part and the number of open boxes in each part. @param {number} next */
function selectInput(next) {
  inputs[selected].classList.remove("lit");
  selected = Math.max(0, Math.min(next, inputs.length - 1));
  const box = inputs[selected];
  const isNumber = numbers.includes(box);
  for (const part of findAll("[data-part]")) part.hidden = part.dataset.part !== getPart(box);
  present(colourKeys[0].parentElement, "colours").hidden = isNumber;
  required(".numbers", form).hidden = !isNumber;
  box.classList.add("lit");
  box.scrollIntoView({ block: "nearest" });
  showOpenCounts();
  if (isNumber) {
    copied.textContent = required("span", enclosing("label", box)).textContent;
    if (document.activeElement !== box) box.focus();
    return;
  }
  for (const element of findAll(".active-field")) element.classList.remove("active-field");
  for (const hiddenField of findAll(".unlays")) hiddenField.value = box.dataset.box;
  for (const symbolKey of symbolKeys) {
    symbolKey.disabled = !getSymbolField(symbolKey, box);
    symbolKey.ariaPressed = `${hasSymbol(symbolKey, box)}`;
  }
  const maybe = isOpen(box) ? [...(box.dataset.maybe || "")] : [];
  for (const key of colourKeys) key.classList.toggle("maybe", maybe.includes(key.dataset.paint));
  const colours = maybe.map(colour => findColourKey(colour)?.dataset.name);
  const asks = colours.join(` ${form.dataset.or} `);
  copied.textContent = `${box.dataset.name}${asks && `: ${asks}?`}`;
  form.dispatchEvent(new CustomEvent("photo:part-selected", { detail: box.dataset.box }));
}

function showOpenCounts() {
  for (const tab of findAll("[data-goes]")) {
    const inPart = findInputs(tab.dataset.goes);
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
function paintBox(box, colour) {
  const line = getField(box.dataset.line);
  const place = Number(box.dataset.at);
  line.value = line.value.slice(0, place) + colour + line.value.slice(place + 1);
  drawBox(box);
}

/** Paint the selected box, or open the box before. @param {HTMLElement} button */
function paintSelected({ dataset }) {
  vibrate(8);
  const isUndo = !dataset.class;
  if (isUndo && isOpen(boxes[selected])) selectInput(selected - 1);
  paintBox(boxes[selected], isUndo ? "?" : dataset.paint);
  if (isUndo) return selectInput(selected);
  const next = inputs.findIndex((other, n) => n > selected && isOpen(other));
  selectInput(next < 0 ? selected : next);
}

/** Null in the quarry, which has no symbols. @param {HTMLElement} symbolKey @param {Element} box */
const getSymbolField = ({ dataset: { symbol } }, box) =>
  $(`input[data-carries="${getPart(box)} ${symbol}"]`, form);

/** @param {HTMLElement} symbolKey @param {HTMLElement} box */
const hasSymbol = (symbolKey, box) =>
  splitWords(getSymbolField(symbolKey, box)?.value).includes(box.dataset.box);

/** Put a symbol onto the selected box, or remove it. @param {HTMLElement} symbolKey */
function toggleSymbol(symbolKey) {
  const line = present(getSymbolField(symbolKey, boxes[selected]), "line");
  const names = new Set(splitWords(line.value));
  const name = boxes[selected].dataset.box;
  if (!names.delete(name)) names.add(name);
  line.value = [...names].join(" ");
  drawBox(boxes[selected]);
  selectInput(selected);
}

/** Paint the boxes that are certain on a photo. Other boxes get their possible colours; they stay as painted by hand,
   but not as painted from an earlier photo. The first open box is selected.
   @param {CustomEvent<Record<string, string>>} event */
function paintFromPhoto({ detail }) {
  for (const box of boxes) {
    const [now, ...maybe] = detail[box.dataset.box];
    if (now !== "?" || getLetter(box) === box.dataset.read) paintBox(box, now);
    Object.assign(box.dataset, { read: now, maybe: maybe.join("") });
  }
  selectInput(inputs.findIndex(isOpen));
}

form.addEventListener("photo:read", paintFromPhoto);

/* Load the camera's script at the first tap; afterwards it handles the button itself. */
const camera = required("#by-camera");
camera.onclick = () =>
  import(camera.dataset.script).catch(() => {
    copied.textContent = camera.dataset.missing;
  });

/** @param {{ target: Element }} event */
function handleClick({ target }) {
  const names = ["paint", "symbol", "box", "goes"];
  const [colour, symbolKey, box, tab] = names.map(name => target.closest(`[data-${name}]`));
  if (colour) paintSelected(colour);
  else if (symbolKey) toggleSymbol(symbolKey);
  else if (box) selectInput(boxes.indexOf(box));
  else if (tab) goToPart(tab.dataset.goes);
  else showOpenCounts();
  saveDraft(form, DRAFT_KEY);
}

/** @param {string} part */
function goToPart(part) {
  const inPart = findInputs(part);
  selectInput(inputs.indexOf(inPart.find(isOpen) || inPart[0]));
}

form.addEventListener("click", handleClick);
form.addEventListener("change", handleClick);
form.addEventListener("focusin", ({ target }) => {
  if (numbers.includes(target) && inputs[selected] !== target) selectInput(inputs.indexOf(target));
});
/* The keys may have activated another number. */
document.addEventListener("click", ({ target }) => {
  const now =
    target.closest(".numbers") && inputs.findIndex(input => input.closest(".active-field"));
  if (now && now !== selected) selectInput(now);
});
form.addEventListener("keydown", event => {
  if (event.key !== "Enter" || !numbers.includes(event.target)) return;
  event.preventDefault();
  required("[data-onward]", form).click();
});

/* If something is open, select it instead of submitting the form. */
form.addEventListener("submit", event => {
  const open = event.submitter?.matches("[name=reshape]") ? -1 : inputs.findIndex(isOpen);
  if (open < 0) return drop(DRAFT_KEY);
  event.preventDefault();
  selectInput(open);
});

if (!$(".refused")) restoreDraft(form, DRAFT_KEY);
/* With scripts, boxes are painted, and the text fields are hidden. */
for (const part of findAll(".painted")) part.hidden = false;
required(".lines", form).hidden = true;
boxes.forEach(drawBox);
for (const place of findByIds($("[data-at][role=alert]")?.dataset.at))
  place.classList.add("refused-here");
const refused = boxes.findIndex(box => box.matches(".refused-here"));
const prompt = copied.textContent;
selectInput(refused < 0 ? inputs.findIndex(isOpen) : refused);
if (form.dataset.shows) goToPart(form.dataset.shows.match(/^[a-z]*/)?.[0] ?? "");
else if (boxes.every(isOpen)) copied.textContent = prompt;
