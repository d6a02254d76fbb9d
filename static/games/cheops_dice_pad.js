/* Copying a sheet, a part of it at a time: a colour paints the marked box and the mark moves on, also to the next
   part; a sign is put onto the marked box. */
import { keep as keepHalf, recall } from "../js/half_told.js";
import { drop } from "../js/storage.js";

const form = document.querySelector(".transcriber");
const all = selector => [...form.querySelectorAll(selector)];
const boxes = all("[data-box]");
const paints = all("[data-paint]");
const signs = all("[data-symbol]");
const copied = document.getElementById("copied");
const keep = document.getElementById("keep");
const keeps = keep.textContent;
const HALF = `half-copied-${location.pathname}${location.search}`;
let marked = 0;

/* The field that keeps a line of boxes, one letter a box; "?" for one that was not copied yet. */
const field = name => form.elements[name];
const letter = box => field(box.dataset.line).value[box.dataset.at];
const isOpen = box => letter(box) === "?";
const partOf = box => box.closest("[data-part]").dataset.part;
const words = text => (text || "").split(" ").filter(Boolean);
const keyOf = colour => paints.find(one => one.dataset.paint === colour && one.dataset.class);

function show(box) {
  const paint = keyOf(letter(box));
  box.className = `cell ${paint ? paint.dataset.class : "open"}`;
  box.querySelector("i").textContent = paint ? "" : "?";
  box.setAttribute("aria-label", `${box.dataset.name}, ${paint ? paint.dataset.name : "?"}`);
  for (const drawn of box.querySelectorAll(".symbol")) drawn.remove();
  const carried = signs.filter(sign => carries(sign, box));
  box.append(...carried.map(sign => sign.firstElementChild.cloneNode(true)));
}

/* The marked box's part is on the glass, with what is still open in each. */
function mark(next) {
  boxes[marked]?.classList.remove("lit");
  marked = Math.max(0, Math.min(next, boxes.length - 1));
  const box = boxes[marked];
  for (const part of all("[data-part]")) part.hidden = part.dataset.part !== partOf(box);
  box.classList.add("lit");
  box.scrollIntoView({ block: "nearest" });
  for (const sign of signs) {
    sign.disabled = !lineOf(sign, box);
    sign.ariaPressed = carries(sign, box);
  }
  const maybe = isOpen(box) ? [...(box.dataset.maybe || "")] : [];
  for (const paint of paints) paint.classList.toggle("maybe", maybe.includes(paint.dataset.paint));
  const asks = maybe.map(colour => keyOf(colour).dataset.name).join(` ${form.dataset.or} `);
  copied.textContent = `${box.dataset.name}${asks && `: ${asks}?`}`;
  count();
  form.dispatchEvent(new CustomEvent("letter:marked", { detail: box.dataset.box }));
}

function count() {
  for (const tab of all("[data-goes]")) {
    const own = boxes.filter(box => partOf(box) === tab.dataset.goes);
    tab.ariaCurrent = own.includes(boxes[marked]);
    const open = own.filter(isOpen).length;
    tab.querySelector("i").textContent = open || "✓";
    tab.querySelector("i").classList.toggle("done", !open);
  }
  const open = boxes.filter(isOpen).length;
  keep.classList.toggle("open", open > 0);
  keep.textContent = open ? `${keep.dataset.still}${open}` : keeps;
}

function paint(box, colour) {
  const line = field(box.dataset.line);
  const place = Number(box.dataset.at);
  line.value = line.value.slice(0, place) + colour + line.value.slice(place + 1);
  show(box);
}

function paintMarked(button) {
  navigator.vibrate?.(8);
  if (!button.dataset.class) return takeBack();
  paint(boxes[marked], button.dataset.paint);
  const next = boxes.findIndex((other, n) => n > marked && isOpen(other));
  mark(next < 0 ? Math.max(boxes.findIndex(isOpen), marked) : next);
}

function takeBack() {
  if (isOpen(boxes[marked])) mark(marked - 1);
  paint(boxes[marked], "?");
  mark(marked);
}

/* Where it is kept which boxes of the box's building carry the sign; none where the pad has no such bonus. */
const lineOf = ({ dataset: { symbol } }, box) =>
  form.querySelector(`[data-carries^="${partOf(box)} ${symbol} "]`);

const carries = (sign, box) => words(lineOf(sign, box)?.value).includes(box.dataset.box);

/* Puts the sign onto the marked box, or takes it off again; one that stands on one box alone moves there. */
function carry(sign) {
  const line = lineOf(sign, boxes[marked]);
  const name = boxes[marked].dataset.box;
  const others = words(line.value).filter(other => other !== name);
  const has = words(line.value).includes(name);
  const kept = line.dataset.carries.endsWith(" single") && !has ? [] : others;
  line.value = (has ? kept : [...kept, name]).join(" ");
  boxes.forEach(show);
  mark(marked);
}

/* With scripts, boxes are painted in place of the lines being typed. */
function showPainted() {
  for (const part of all(".painted")) part.hidden = false;
  form.querySelector(".lines").hidden = true;
  boxes.forEach(show);
}

function showRefused() {
  for (const id of words(document.querySelector("[data-at][role=alert]")?.dataset.at)) {
    document.getElementById(id)?.classList.add("refused-here");
  }
}

/* What a photo tells for certain is painted; what it leaves open, with the colours that it may be, stays as a hand
   painted it, but not as an earlier photo did. The mark goes to the first open box. */
function paintRead({ detail }) {
  for (const box of boxes) {
    const [now, ...maybe] = detail[box.dataset.box];
    if (now !== "?" || letter(box) === box.dataset.read) paint(box, now);
    Object.assign(box.dataset, { read: now, maybe: maybe.join("") });
  }
  mark(boxes.findIndex(isOpen));
}

form.addEventListener("letter:read", paintRead);
const camera = document.getElementById("by-camera");
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

function tap(event) {
  const at = name => event.target.closest(`[data-${name}]`);
  const tab = at("goes");
  if (at("paint")) paintMarked(at("paint"));
  else if (at("symbol")) carry(at("symbol"));
  else if (at("box")) mark(boxes.indexOf(at("box")));
  else if (tab) {
    const own = boxes.filter(box => partOf(box) === tab.dataset.goes);
    mark(boxes.indexOf(own.find(isOpen) || own[0]));
  }
  keepHalf(form, HALF);
}

form.addEventListener("click", tap);
form.addEventListener("change", tap);

/* What is still open is gone to, not sent. */
form.addEventListener("submit", event => {
  const open = boxes.findIndex(isOpen);
  if (open < 0) return drop(HALF);
  event.preventDefault();
  mark(open);
});

if (!document.querySelector(".refused")) recall(form, HALF);
showPainted();
showRefused();
const refused = boxes.findIndex(box => box.matches(".refused-here"));
const told = copied.textContent;
mark(refused < 0 ? boxes.findIndex(isOpen) : refused);
if (boxes.every(isOpen)) copied.textContent = told;
