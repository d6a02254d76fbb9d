/* Copying a sheet, a part of it at a time: a colour paints the marked box and the mark moves on, also to the next
   part; a sign is put onto the marked box. A number is told by keys, where the colours are else. */
import { $, $$, enclosing, present, required } from "../js/dom.js";
import { splitWords } from "../js/form_values.js";
import { saveDraft, restoreDraft } from "../js/forms.js";
import "../js/keypad.js";
import { drop } from "../js/storage.js";

const form = required("form.transcriber");
/** @template {string} S @param {S} selector */
const all = selector => $$(selector, form);
const boxes = all("[data-box]");
/** @type {Control[]} */
const numbers = all("[data-key]");
const spots = [...boxes, ...numbers];
const paints = all("[data-paint]");
const signs = all("[data-symbol]");
const copied = required("#copied");
const keep = required("#keep");
const keeps = keep.textContent;
const HALF = `half-copied-${location.pathname}${location.search}`;
let marked = 0;

/** The field that keeps a line of boxes, one letter a box; "?" for one that was not copied yet.
   @param {string} name */
const field = name => form.elements[name];
/** @param {HTMLElement} box */
const letter = box => field(box.dataset.line).value[Number(box.dataset.at)];
/** @param {Control} spot */
const isOpen = spot => (spot.dataset.box ? letter(spot) === "?" : !/^\d+$/.test(spot.value ?? ""));
/** @param {Element} box */
const partOf = box => enclosing("[data-part]", box).dataset.part;
/** @param {string} colour */
const keyOf = colour => paints.find(one => one.dataset.paint === colour && one.dataset.class);

/** @param {HTMLElement} box */
function show(box) {
  const paint = keyOf(letter(box));
  box.className = `cell ${paint ? paint.dataset.class : "open"}`;
  required("i", box).textContent = paint ? "" : "?";
  box.setAttribute("aria-label", `${box.dataset.name}, ${paint ? paint.dataset.name : "?"}`);
  for (const drawn of box.querySelectorAll(".symbol")) drawn.remove();
  const carried = signs.filter(sign => carries(sign, box));
  box.append(...carried.map(sign => required("*", sign).cloneNode(true)));
}

/** The part of what is marked is on the glass, with what is still open in each. @param {number} next */
function mark(next) {
  spots[marked].classList.remove("lit");
  marked = Math.max(0, Math.min(next, spots.length - 1));
  const box = spots[marked];
  const isNumber = numbers.includes(box);
  for (const part of all("[data-part]")) part.hidden = part.dataset.part !== partOf(box);
  present(paints[0].parentElement, "colours").hidden = isNumber;
  required(".numbers", form).hidden = !isNumber;
  box.classList.add("lit");
  box.scrollIntoView({ block: "nearest" });
  count();
  if (isNumber) return tell(box);
  for (const one of all(".active-field")) one.classList.remove("active-field");
  for (const unlays of all(".unlays")) unlays.value = box.dataset.box;
  for (const sign of signs) {
    sign.disabled = !lineOf(sign, box);
    sign.ariaPressed = `${carries(sign, box)}`;
  }
  const maybe = isOpen(box) ? [...(box.dataset.maybe || "")] : [];
  for (const paint of paints) paint.classList.toggle("maybe", maybe.includes(paint.dataset.paint));
  const asks = maybe.map(colour => keyOf(colour)?.dataset.name).join(` ${form.dataset.or} `);
  copied.textContent = `${box.dataset.name}${asks && `: ${asks}?`}`;
  form.dispatchEvent(new CustomEvent("photo:part-selected", { detail: box.dataset.box }));
}

/** @param {HTMLElement} number */
function tell(number) {
  copied.textContent = required("span", enclosing("label", number)).textContent;
  if (document.activeElement !== number) number.focus();
}

function count() {
  for (const tab of all("[data-goes]")) {
    const own = spots.filter(spot => partOf(spot) === tab.dataset.goes);
    tab.ariaCurrent = `${own.includes(spots[marked])}`;
    const open = own.filter(isOpen).length;
    required("i", tab).textContent = open ? `${open}` : "✓";
    required("i", tab).classList.toggle("done", !open);
  }
  const open = spots.filter(isOpen).length;
  keep.classList.toggle("open", open > 0);
  keep.textContent = open ? `${keep.dataset.still}${open}` : keeps;
}

/** @param {HTMLElement} box @param {string} colour */
function paint(box, colour) {
  const line = field(box.dataset.line);
  const place = Number(box.dataset.at);
  line.value = line.value.slice(0, place) + colour + line.value.slice(place + 1);
  show(box);
}

/** @param {HTMLElement} button */
function paintMarked(button) {
  navigator.vibrate?.(8);
  if (!button.dataset.class) return takeBack();
  paint(boxes[marked], button.dataset.paint);
  const next = spots.findIndex((other, n) => n > marked && isOpen(other));
  mark(next < 0 ? Math.max(spots.findIndex(isOpen), marked) : next);
}

function takeBack() {
  if (isOpen(boxes[marked])) mark(marked - 1);
  paint(boxes[marked], "?");
  mark(marked);
}

/** Where it is kept which boxes of the box's building carry the sign; none in the quarry.
   @param {HTMLElement} sign @param {Element} box */
const lineOf = ({ dataset: { symbol } }, box) =>
  $(`[data-carries="${partOf(box)} ${symbol}"]`, form);

/** @param {HTMLElement} sign @param {HTMLElement} box */
const carries = (sign, box) => splitWords(lineOf(sign, box)?.value).includes(box.dataset.box);

/** Puts the sign onto the marked box, or takes it off again. @param {HTMLElement} sign */
function carry(sign) {
  const line = present(lineOf(sign, boxes[marked]), "line");
  const name = boxes[marked].dataset.box;
  const others = splitWords(line.value).filter(other => other !== name);
  line.value = (carries(sign, boxes[marked]) ? others : [...others, name]).join(" ");
  show(boxes[marked]);
  mark(marked);
}

/* With scripts, boxes are painted in place of the lines being typed. */
function showPainted() {
  for (const part of all(".painted")) part.hidden = false;
  required(".lines", form).hidden = true;
  boxes.forEach(show);
}

function showRefused() {
  for (const id of splitWords(document.querySelector("[data-at][role=alert]")?.dataset.at)) {
    document.getElementById(id)?.classList.add("refused-here");
  }
}

/** What a photo tells for certain is painted; what it leaves open, with the colours that it may be, stays as a hand
   painted it, but not as an earlier photo did. The mark goes to the first open box.
   @param {CustomEvent<Record<string, string>>} event */
function paintRead({ detail }) {
  for (const box of boxes) {
    const [now, ...maybe] = detail[box.dataset.box];
    if (now !== "?" || letter(box) === box.dataset.read) paint(box, now);
    Object.assign(box.dataset, { read: now, maybe: maybe.join("") });
  }
  mark(spots.findIndex(isOpen));
}

form.addEventListener("photo:read", paintRead);
const camera = required("#by-camera");
camera.addEventListener("click", openCamera);

/* The camera's script comes at the first tap, and opens by itself from then on. */
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
function tap({ target }) {
  const names = ["paint", "symbol", "box", "goes"];
  const [colour, sign, box, tab] = names.map(name => target.closest(`[data-${name}]`));
  if (colour) paintMarked(colour);
  else if (sign) carry(sign);
  else if (box) mark(boxes.indexOf(box));
  else if (tab) goTo(tab.dataset.goes);
  else count();
  saveDraft(form, HALF);
}

/** @param {string} part */
function goTo(part) {
  const own = spots.filter(spot => partOf(spot) === part);
  mark(spots.indexOf(own.find(isOpen) || own[0]));
}

form.addEventListener("click", tap);
form.addEventListener("change", tap);
form.addEventListener("focusin", ({ target }) => {
  if (numbers.includes(target) && spots[marked] !== target) mark(spots.indexOf(target));
});
/* The keys may have led on to another number. */
document.addEventListener("click", ({ target }) => {
  const now = target.closest(".numbers") && spots.findIndex(spot => spot.closest(".active-field"));
  if (now && now !== marked) mark(now);
});
form.addEventListener("keydown", event => {
  if (event.key !== "Enter" || !numbers.includes(event.target)) return;
  event.preventDefault();
  required("[data-onward]", form).click();
});

/* What is still open is gone to, not sent. */
form.addEventListener("submit", event => {
  if (event.submitter?.matches("[name=reshape]")) return drop(HALF);
  const open = spots.findIndex(isOpen);
  if (open < 0) return drop(HALF);
  event.preventDefault();
  mark(open);
});

if (!document.querySelector(".refused")) restoreDraft(form, HALF);
showPainted();
showRefused();
const refused = boxes.findIndex(box => box.matches(".refused-here"));
const told = copied.textContent;
mark(refused < 0 ? spots.findIndex(isOpen) : refused);
if (form.dataset.shows) goTo(form.dataset.shows.match(/^[a-z]*/)?.[0] ?? "");
else if (boxes.every(isOpen)) copied.textContent = told;
