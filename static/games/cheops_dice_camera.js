/* Copying a sheet by camera: a photo, its corners, two boxes a part, the names of its colours. What is certain is
   painted into the form; everything else stays open there. The photo never leaves this page. */
import { unlike } from "../js/camera/colours.js";
/** @import { Half } from "../js/camera/colours.js" */
import { centre, placeOf } from "../js/camera/grid.js";
import { frameOf, lead } from "../js/camera/perspective.js";
import { namesOf, readSheet } from "../js/camera/reading.js";
import { $, $$, present, required } from "../js/dom.js";
import { shareFile } from "../js/device.js";
import { get, put } from "../js/storage.js";

const LARGEST = 1400; // pixels of the photo's longer side: more does not read better
const ZOOM = 3;
const CROPS = 8; // so many boxes of a colour are shown
const RING = { lit: "#ffd34d", open: "#a3260f" };
const STEPS = ["photo", "corners", "boxes", "colours"];

const form = required("form.transcriber");
const dialog = required("dialog#camera");
const steps = required(".copied-steps", dialog);
/** @param {string} name */
const view = name => required(`[data-view="${name}"]`, dialog);
const [stage, rings] = ["stage", "rings"].map(view);
const shown = required("canvas[data-view=photo]", dialog);
const loupe = required("canvas[data-view=loupe]", dialog);
const next = view("next");
const words = Object.fromEntries(
  $$("data", view("words")).map(word => [word.value, word.textContent.trim()]),
);
/** @param {HTMLCanvasElement} canvas */
const context = canvas => present(canvas.getContext("2d", { willReadFrequently: true }), "canvas");

const boxes = $$("[data-box]", form).map(box => box.dataset.box);
const levels = boxes.filter(name => name.startsWith("left-")).length;
/** @type {Record<string, (...numbers: number[]) => number[]>} */
const LIES = {
  pyramid: (row, box) => [box - 1 + (row - 1) / 2, 1 - row],
  left: level => [0, 1 - level],
  right: level => [1, 1 - level],
  keystone: () => [0.5, -levels],
  floor: (row, box) => [box - 1, row - 1],
  quarry: stone => [stone - 1, 0],
};

/** A part as lattice.js says it, with the names of its boxes; `last` is the second one to be tapped.
   @param {string} name @param {string[]} kinds @param {string} last @param {...number[]} grows */
function partOf(name, kinds, last, ...grows) {
  const names = boxes.filter(box => kinds.includes(box.split("-")[0]));
  const lies = names.map(box => {
    const [kind, ...numbers] = box.split("-");
    return LIES[kind](...numbers.map(Number));
  });
  const ends = [lies[0], lies[names.indexOf(last)] || lies[lies.length - 1]];
  /** @type {number[][]} */
  const taps = [];
  return { name, names, boxes: lies, ends, grows, taps };
}

const top = boxes.findLast(name => name.startsWith("pyramid-"))?.replace(/\d+$/, "1") ?? "";
const parts = [
  partOf("pyramid", ["pyramid"], top, [0.5, -1]),
  partOf("arch", ["left", "right", "keystone"], `right-${levels}`, [0, -1]),
  partOf("floor", ["floor"], "", [1, 0], [0, 1]),
  partOf("quarry", ["quarry"], "", [1, 0]),
];

let step = "photo";
let photo = new ImageData(1, 1);
/** @type {File | undefined} */
let file;
/** @type {number[][]} */
let corners = [];
/** @type {ReturnType<typeof readSheet>} */
let reading = null;
let flat = document.createElement("canvas"); // the sheet from straight above, as it was read
/* Whether it was said already which parts do not sit: then whoever reads again goes on without them. */
let warned = false;

const result = () => present(reading, "reading");
const frame = () => present(frameOf(corners), "frame");
const pending = () => (step === "boxes" ? parts.find(part => part.taps.length < 2) : undefined);
/** @param {(typeof parts)[number]} part */
const isLoose = part => Boolean(reading?.parts[parts.indexOf(part)].loose);

/* --- Steps ------------------------------------------------------------------------------------------- */

/** @param {string} name */
function show(name) {
  step = dialog.dataset.now = name;
  const items = $$("[data-of]", steps);
  const now = items.findIndex(one => one.dataset.of.includes(name));
  for (const [n, one] of items.entries()) {
    one.ariaCurrent = n === now ? "step" : null;
    one.classList.toggle("done", n < now);
  }
  draw();
}

function say(text = "", refused = false) {
  view("prompt").textContent = text;
  view("prompt").classList.toggle("refused", refused);
}

/** A photo that cannot be read may be shared by the person. @param {string} text */
function fail(text) {
  say(text, true);
  view("failed").hidden = false;
}

function draw() {
  const part = pending();
  const crossed = step === "corners" && !frameOf(corners);
  const asked = part ? `${part.name}${part.taps.length}` : step === "boxes" ? "rings" : step;
  say(words[crossed ? "crossed" : asked], crossed);
  next.textContent = words[`${step}-next`];
  checkNext();
  drawMarks();
  drawRings();
}

function checkNext() {
  const unnamed = () => result().piles.some((_, pile) => !named(pile));
  next.disabled = Boolean(pending()) || (step === "colours" && unnamed());
}

/** @param {FieldEvent} event */
async function take({ target }) {
  [file] = target.files ?? [];
  target.value = "";
  if (!file) return;
  view("failed").hidden = true;
  try {
    const whole = await createImageBitmap(file);
    const share = Math.min(1, LARGEST / Math.max(whole.width, whole.height));
    shown.width = Math.round(whole.width * share);
    shown.height = Math.round(whole.height * share);
    context(shown).drawImage(whole, 0, 0, shown.width, shown.height);
    whole.close();
  } catch {
    fail(words.unread);
    return;
  }
  photo = context(shown).getImageData(0, 0, shown.width, shown.height);
  const { width, height } = photo;
  corners = rectangle(0.08 * width, 0.92 * width, 0.08 * height, 0.92 * height);
  for (const part of parts) part.taps = [];
  forget();
  show("corners");
}

function goOn() {
  if (step === "corners" && frameOf(corners)) {
    recall();
    show("boxes");
  } else if (step === "boxes") {
    say(words.reading);
    requestAnimationFrame(() => setTimeout(read));
  } else if (step === "colours") {
    finish();
  }
}

/* --- Marks: what a finger drags, and arrow keys move --------------------------------------------------- */

const grips = () => $$(".grip", stage);

function marks() {
  if (step === "corners")
    return corners.map((point, n) => ({ point, name: `corner${n}`, loose: false }));
  if (step !== "boxes") return [];
  return parts.flatMap(part =>
    part.taps.map((point, n) => ({ point, name: `${part.name}${n}`, loose: isLoose(part) })),
  );
}

function drawMarks() {
  const wanted = marks();
  const present = grips();
  for (const old of present.slice(wanted.length)) old.remove();
  wanted.forEach(({ point, name, loose }, n) => {
    const mark = present[n] || stage.appendChild(document.createElement("button"));
    mark.type = "button";
    mark.className = loose ? "grip loose" : "grip";
    mark.setAttribute("aria-label", words[name]);
    mark.style.left = `${(100 * point[0]) / photo.width}%`;
    mark.style.top = `${(100 * point[1]) / photo.height}%`;
  });
}

/** Its corners. @param {number} left @param {number} right @param {number} high @param {number} low */
const rectangle = (left, right, high, low) => [
  [left, high],
  [right, high],
  [right, low],
  [left, low],
];

function forget() {
  reading = null;
  warned = false;
}

/** @param {number[]} point @param {number[]} to */
function move(point, [x, y]) {
  point[0] = Math.min(Math.max(x, 0), photo.width);
  point[1] = Math.min(Math.max(y, 0), photo.height);
  forget();
  draw();
}

/** @param {MouseEvent} event */
function onPhoto({ clientX, clientY }) {
  const { left, top, width } = shown.getBoundingClientRect();
  const share = photo.width / width;
  return [(clientX - left) * share, (clientY - top) * share];
}

/** The box that is asked for is tapped there. @param {(typeof parts)[number]} part @param {number[]} tap */
function place(part, tap) {
  part.taps.push(tap);
  draw();
  return tap;
}

/** @param {PointerEvent} event */
function press(event) {
  const grip = event.target.closest(".grip");
  const mark = grip && marks()[grips().indexOf(grip)];
  const part = pending();
  const point = mark?.point || (part && place(part, onPhoto(event)));
  if (!point) return;
  event.preventDefault();
  const start = onPhoto(event);
  const [x, y] = point;
  /** @param {PointerEvent} moved */
  const follow = moved => {
    const at = onPhoto(moved);
    move(point, [x + at[0] - start[0], y + at[1] - start[1]]);
    enlarge(point);
  };
  stage.setPointerCapture(event.pointerId);
  stage.onpointermove = follow;
  enlarge(point);
}

function release() {
  stage.onpointermove = null;
  loupe.hidden = true;
}

/** What lies under the finger, larger, on the other side of the photo. @param {number[]} point */
function enlarge([x, y]) {
  const size = loupe.width / ZOOM;
  const lens = context(loupe);
  loupe.hidden = false;
  loupe.classList.toggle("far", x < photo.width / 2);
  lens.fillRect(0, 0, loupe.width, loupe.height);
  lens.drawImage(shown, x - size / 2, y - size / 2, size, size, 0, 0, loupe.width, loupe.height);
  lens.strokeStyle = "#fff";
  lens.strokeRect(loupe.width / 2 - 6, loupe.height / 2 - 6, 12, 12);
}

/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** By keys: Enter puts the box that is asked for into the middle of the photo, arrows lead a mark on.
   @param {KeyboardEvent} event */
function nudge(event) {
  const part = pending();
  if (event.key === "Enter" && event.target === stage && part) {
    const tap = place(part, [photo.width / 2, photo.height / 2]);
    grips()[marks().findIndex(({ point }) => point === tap)].focus();
  }
  const mark = marks()[grips().indexOf(event.target)];
  const by = ARROWS[event.key];
  if (!mark || !by) return;
  event.preventDefault();
  const far = event.shiftKey ? 10 : 1;
  move(mark.point, [mark.point[0] + by[0] * far, mark.point[1] + by[1] * far]);
}

/* --- Rings: where the boxes are thought to lie ------------------------------------------------------------ */

function drawRings() {
  rings.replaceChildren();
  const frame = step !== "photo" && frameOf(corners);
  if (!frame) return;
  rings.setAttribute("viewBox", `0 0 ${photo.width} ${photo.height}`);
  ring(corners, "edge");
  for (const [n, part] of parts.entries()) {
    if (step !== "boxes" || part.taps.length < 2) continue;
    const taps = part.taps.map(tap => lead(frame.down, tap));
    const place = reading?.parts[n].place ?? placeOf(part, taps);
    for (const box of part.boxes) {
      const [x, y] = centre(place, box);
      const { halfX, halfY } = place;
      const around = rectangle(x - halfX, x + halfX, y - halfY, y + halfY);
      const points = around.map(point => lead(frame.up, point));
      ring(points, isLoose(part) ? "loose" : "");
    }
  }
}

/** @param {number[][]} points @param {string} kind */
function ring(points, kind) {
  const polygon = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
  polygon.setAttribute("points", points.join(" "));
  polygon.setAttribute("class", kind);
  rings.append(polygon);
}

/* --- Reading, and the names of the colours ---------------------------------------------------------------- */

function read() {
  reading = readSheet(photo, corners, parts);
  const loose = parts.filter(isLoose);
  if (loose.length && !warned) {
    warned = true;
    draw();
    fail(`${loose.map(part => words[part.name]).join(", ")}: ${words.loose}`);
    return;
  }
  const { data, width, height } = result().picture;
  flat = Object.assign(document.createElement("canvas"), { width, height });
  context(flat).putImageData(new ImageData(data, width, height), 0, 0);
  remember();
  view("piles").replaceChildren(...result().piles.map(rowOf));
  show("colours");
}

/** A colour's boxes and its names to choose from; one that may be another's is named by a person.
   @param {unknown} _ @param {number} pile */
function rowOf(_, pile) {
  const row = required("template[data-view=pile]", dialog).content.cloneNode(true);
  const asks = result().pairs.flat().includes(pile);
  for (const key of $$("input", row)) {
    key.name = `pile-${pile}`;
    key.checked = !asks && key.value === namesOf(result().piles)[pile];
  }
  required(".asks", row).hidden = !asks;
  const crops = required("canvas", row);
  const own = result().parts.flatMap(part =>
    part.boxes.flatMap(box =>
      box.pile === pile && !box.doubtful ? [{ box, place: part.place }] : [],
    ),
  );
  crops.width = crops.height * CROPS;
  for (const [n, { box, place }] of own.slice(0, CROPS).entries()) {
    cropInto(crops, box, place, n * crops.height);
  }
  return row;
}

/** A box from straight above.
   @param {HTMLCanvasElement} canvas @param {{ at: number[] }} box @param {Half} place
   @param {number} left */
function cropInto(canvas, { at: [x, y] }, { halfX: wide, halfY: high }, left) {
  const side = canvas.height;
  context(canvas).drawImage(flat, x - wide, y - high, 2 * wide, 2 * high, left, 0, side, side);
}

/** @param {number} pile */
const named = pile => $(`[name=pile-${pile}]:checked`, dialog)?.value;

/** Two piles may have one name only where that was asked; else what lies in them stays open.
   @param {number} pile */
const trusted = pile =>
  result().piles.every(
    (_, other) =>
      other === pile ||
      named(other) !== named(pile) ||
      result().pairs.some(pair => pair.includes(pile) && pair.includes(other)),
  );

/** The names of the two piles that a box is most like. @param {{ seen: number[] }} box */
function candidates({ seen }) {
  /** @param {unknown} _ @param {number} pile */
  const far = (_, pile) => ({ far: unlike(seen, result().piles[pile]), name: named(pile) });
  const near = result()
    .piles.map(far)
    .sort((one, other) => one.far - other.far);
  return [...new Set(near.map(({ name }) => name))].slice(0, 2).join("");
}

/* The letters that are certain, by the name of their box; every other box is open, with what it may be. They are
   looked at in the letter itself, where the steps go along. */
function finish() {
  const letters = parts.flatMap(({ names }, n) => {
    const part = result().parts[n];
    return part.boxes.map((box, k) => {
      const certain = !part.loose && !box.doubtful && trusted(box.pile);
      return [names[k], certain ? named(box.pile) : `?${part.loose ? "" : candidates(box)}`];
    });
  });
  dialog.close();
  show("look");
  form.prepend(steps);
  required("canvas.seen", form).hidden = false;
  form.dispatchEvent(new CustomEvent("photo:read", { detail: Object.fromEntries(letters) }));
}

function open() {
  dialog.prepend(steps);
  if (step === "look") show("photo");
  dialog.showModal();
}

/** The part of the sheet that is copied, as the photo has it; the same box is ringed as in the copy.
   @param {CustomEvent<string>} event */
function showMarked({ detail: name }) {
  const n = parts.findIndex(({ names }) => names.includes(name));
  if (!reading || n < 0) return;
  const { boxes: read, place } = result().parts[n];
  const [wide, high] = [place.halfX * 1.4, place.halfY * 1.4];
  const [across, down] = [0, 1].map(axis => read.map(({ at }) => at[axis]));
  const [left, top] = [Math.min(...across) - wide, Math.min(...down) - high];
  const [width, height] = [Math.max(...across) + wide - left, Math.max(...down) + high - top];
  const seen = required("canvas.seen", form);
  const share = seen.width / width;
  seen.height = Math.max(1, height * share);
  const ink = context(seen);
  ink.drawImage(flat, left, top, width, height, 0, 0, seen.width, seen.height);
  for (const [k, { at }] of read.entries()) {
    const box = required(`[data-box="${parts[n].names[k]}"]`, form);
    const colour = box.matches(".lit") ? RING.lit : box.matches(".open") && RING.open;
    if (!colour) continue;
    ink.beginPath();
    ink.setLineDash(colour === RING.lit ? [] : [14, 8]);
    ink.lineWidth = 8;
    ink.strokeStyle = colour;
    ink.arc((at[0] - left) * share, (at[1] - top) * share, wide * share, 0, 2 * Math.PI);
    ink.stroke();
  }
}

/* --- The boxes that were tapped, as shares of the sheet: the pad's next letter has them at the same places ---- */

const KEY = `camera ${form.dataset.key}`;

function remember() {
  const { down, width, height } = frame();
  const shares = parts.map(part =>
    part.taps.map(tap => {
      const [x, y] = lead(down, tap);
      return [x / width, y / height];
    }),
  );
  put(KEY, JSON.stringify(shares));
}

function recall() {
  /** @type {number[][][] | null} */
  const shares = JSON.parse(get(KEY) ?? "null");
  if (!shares || parts[0].taps.length) return;
  const { up, width, height } = frame();
  for (const [n, part] of parts.entries()) {
    part.taps = shares[n].map(([x, y]) => lead(up, [x * width, y * height]));
  }
}

for (const input of $$("input[type=file]", dialog)) input.addEventListener("change", take);
form.addEventListener("photo:part-selected", showMarked);
stage.addEventListener("pointerdown", press);
stage.addEventListener("pointerup", release);
stage.addEventListener("pointercancel", release);
stage.addEventListener("keydown", nudge);
next.addEventListener("click", goOn);
view("share").addEventListener("click", () => file && shareFile(file));
view("piles").addEventListener("change", checkNext);
view("back").addEventListener("click", () => show(STEPS[STEPS.indexOf(step) - 1]));
required("#by-camera").addEventListener("click", open);
dialog.showModal();
show("photo");
