/* Copies a page of the pad from a photo, in four steps: the photo, its corners, two boxes of each part, and the names
   of the colours. Certain colours are painted into the form; other boxes stay open. The photo never leaves this page. */
import { getColourDifference, makeFrame, transformPoint } from "../js/camera/picture.js";
import { getBoxCentre, guessInks, makePlace, readSheet } from "../js/camera/reading.js";
import { shareFile } from "../js/device.js";
import { $, $$, make, present, required } from "../js/dom.js";
import { get, put } from "../js/storage.js";

const MAX_SIDE_PX = 1400; // pixels of the photo's longer side; a larger photo is not read better
const ZOOM = 3;
const MAX_CROPS = 8; // number of boxes shown for each colour
const STEP_NAMES = ["photo", "corners", "boxes", "colours"];

const form = required("form.transcriber");
const dialog = required("dialog#camera");
const steps = required(".copied-steps", dialog);
/** @param {string} name */
const getView = name => required(`[data-view="${name}"]`, dialog);
const [stage, rings] = ["stage", "rings"].map(getView);
const shown = required("canvas[data-view=photo]", dialog);
const loupe = required("canvas[data-view=loupe]", dialog);
const next = getView("next");
const words = Object.fromEntries(
  $$("data", getView("words")).map(word => [word.value, word.textContent.trim()]),
);
/** @param {HTMLCanvasElement} canvas */
const getContext = canvas =>
  present(canvas.getContext("2d", { willReadFrequently: true }), "canvas");

const boxes = $$("[data-box]", form).map(box => box.dataset.box);
const levels = boxes.filter(name => name.startsWith("left-")).length;
/** @type {Record<string, (...numbers: number[]) => number[]>} */
const POSITIONS_BY_KIND = {
  pyramid: (row, box) => [box - 1 + (row - 1) / 2, 1 - row],
  left: level => [0, 1 - level],
  right: level => [1, 1 - level],
  keystone: () => [0.5, -levels],
  floor: (row, box) => [box - 1, row - 1],
  quarry: stone => [stone - 1, 0],
};

/** Return a part as reading.js expects it, with the names of its boxes; `last` is the second box to tap.
   @param {string} name @param {string[]} kinds @param {string} last @param {...number[]} grows */
function makePart(name, kinds, last, ...grows) {
  const names = boxes.filter(box => kinds.includes(box.split("-")[0]));
  const positions = names.map(box => {
    const [kind, ...numbers] = box.split("-");
    return POSITIONS_BY_KIND[kind](...numbers.map(Number));
  });
  const [end] = positions.slice(names.indexOf(last)); // without such a box, the last one
  return {
    name,
    names,
    boxes: positions,
    ends: [positions[0], end],
    grows,
    taps: /** @type {number[][]} */ ([]),
  };
}

const top = boxes.findLast(name => name.startsWith("pyramid-"))?.replace(/\d+$/, "1") ?? "";
const parts = [
  makePart("pyramid", ["pyramid"], top, [0.5, -1]),
  makePart("arch", ["left", "right", "keystone"], `right-${levels}`, [0, -1]),
  makePart("floor", ["floor"], "", [1, 0], [0, 1]),
  makePart("quarry", ["quarry"], "", [1, 0]),
];

let step = "photo";
let photo = new ImageData(1, 1);
/** @type {File | undefined} */
let file;
/** @type {number[][]} */
let corners = [];
/** @type {ReturnType<typeof readSheet>} */
let reading = null;
let flat = make("canvas"); // the page seen from above, as it was read
/* Whether the user was told which parts do not fit. Reading again then goes on without them. */
let warned = false;

const getReading = () => present(reading, "reading");
const getFrame = () => present(makeFrame(corners), "frame");
const findNextPart = () =>
  step === "boxes" ? parts.find(part => part.taps.length < 2) : undefined;
/** @param {(typeof parts)[number]} part */
const isLoose = part => Boolean(reading?.parts[parts.indexOf(part)].loose);

/* --- Steps ------------------------------------------------------------------------------------------- */

/** @param {string} name */
function showStep(name) {
  step = dialog.dataset.now = name;
  const items = $$("[data-of]", steps);
  const index = items.findIndex(item => item.dataset.of.includes(name));
  for (const [n, item] of items.entries()) {
    item.ariaCurrent = n === index ? "step" : null;
    item.classList.toggle("done", n < index);
  }
  drawPhoto();
}

function showMessage(text = "", refused = false) {
  getView("prompt").textContent = text;
  getView("prompt").classList.toggle("refused", refused);
}

/** Show why the photo cannot be read, and a button to share it. @param {string} text */
function showFailure(text) {
  showMessage(text, true);
  getView("failed").hidden = false;
}

function drawPhoto() {
  const part = findNextPart();
  const crossed = step === "corners" && !makeFrame(corners);
  const message = part ? `${part.name}${part.taps.length}` : step === "boxes" ? "rings" : step;
  showMessage(words[crossed ? "crossed" : message], crossed);
  next.textContent = words[`${step}-next`];
  updateNextButton();
  drawHandles();
  drawRings();
}

function updateNextButton() {
  const piles = step === "colours" ? getReading().piles : [];
  next.disabled = Boolean(findNextPart()) || piles.some((_, pile) => !getColourName(pile));
}

/** @param {FieldEvent} event */
async function loadPhoto({ target }) {
  [file] = target.files ?? [];
  target.value = "";
  if (!file) return;
  getView("failed").hidden = true;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
    shown.width = Math.round(bitmap.width * scale);
    shown.height = Math.round(bitmap.height * scale);
    getContext(shown).drawImage(bitmap, 0, 0, shown.width, shown.height);
    bitmap.close();
  } catch {
    return showFailure(words.unread);
  }
  const { width, height } = shown;
  photo = getContext(shown).getImageData(0, 0, width, height);
  corners = makeRectangle(0.08 * width, 0.92 * width, 0.08 * height, 0.92 * height);
  for (const part of parts) part.taps = [];
  resetReading();
  showStep("corners");
}

function goToNext() {
  if (step === "corners" && makeFrame(corners)) {
    restoreTaps();
    showStep("boxes");
  } else if (step === "boxes") {
    showMessage(words.reading);
    requestAnimationFrame(() => setTimeout(readPhoto));
  } else if (step === "colours") sendToForm();
}

/* --- Handles: dragged with a finger, or moved with the arrow keys --------------------------------------- */

const getHandles = () => $$(".grip", stage);

function getHandlePoints() {
  if (step === "corners")
    return corners.map((point, n) => ({ point, name: `corner${n}`, loose: false }));
  return (step === "boxes" ? parts : []).flatMap(part =>
    part.taps.map((point, n) => ({ point, name: `${part.name}${n}`, loose: isLoose(part) })),
  );
}

function drawHandles() {
  const points = getHandlePoints();
  const handles = getHandles();
  for (const old of handles.slice(points.length)) old.remove();
  for (const [n, { point, name, loose }] of points.entries()) {
    const mark = handles[n] || stage.appendChild(make("button", "", { type: "button" }));
    mark.className = loose ? "grip loose" : "grip";
    mark.ariaLabel = words[name];
    mark.style.left = `${(100 * point[0]) / photo.width}%`;
    mark.style.top = `${(100 * point[1]) / photo.height}%`;
  }
}

/** @param {number} left @param {number} right @param {number} high @param {number} low */
const makeRectangle = (left, right, high, low) => [
  [left, high],
  [right, high],
  [right, low],
  [left, low],
];

function resetReading() {
  reading = null;
  warned = false;
}

/** @param {number[]} point @param {number[]} to */
function movePoint(point, [x, y]) {
  point[0] = Math.min(Math.max(x, 0), photo.width);
  point[1] = Math.min(Math.max(y, 0), photo.height);
  resetReading();
  drawPhoto();
}

/** @param {MouseEvent} event */
function getPhotoPoint({ clientX, clientY }) {
  const { left, top, width } = shown.getBoundingClientRect();
  const scale = photo.width / width;
  return [(clientX - left) * scale, (clientY - top) * scale];
}

/** Add the tap for the box that is asked for. @param {(typeof parts)[number]} part @param {number[]} tap */
function addTap(part, tap) {
  part.taps.push(tap);
  drawPhoto();
  return tap;
}

/** @param {PointerEvent} event */
function startTouch(event) {
  const handle = event.target.closest(".grip");
  const mark = handle && getHandlePoints()[getHandles().indexOf(handle)];
  const part = findNextPart();
  const point = mark?.point || (part && addTap(part, getPhotoPoint(event)));
  if (!point) return;
  event.preventDefault();
  const start = getPhotoPoint(event);
  const [x, y] = point;
  stage.setPointerCapture(event.pointerId);
  stage.onpointermove = moved => {
    const at = getPhotoPoint(moved);
    movePoint(point, [x + at[0] - start[0], y + at[1] - start[1]]);
    enlargePoint(point);
  };
  enlargePoint(point);
}

function endTouch() {
  stage.onpointermove = null;
  loupe.hidden = true;
}

/** Show the area under the finger enlarged, on the other side of the photo. @param {number[]} point */
function enlargePoint([x, y]) {
  const size = loupe.width / ZOOM;
  const zoomed = getContext(loupe);
  loupe.hidden = false;
  loupe.classList.toggle("far", x < photo.width / 2);
  zoomed.fillRect(0, 0, loupe.width, loupe.height);
  zoomed.drawImage(shown, x - size / 2, y - size / 2, size, size, 0, 0, loupe.width, loupe.height);
  zoomed.strokeStyle = "#fff";
  zoomed.strokeRect(loupe.width / 2 - 6, loupe.height / 2 - 6, 12, 12);
}

/** @type {Record<string, number[]>} */
const ARROW_STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Enter adds the box that is asked for, and the arrow keys move a handle. @param {KeyboardEvent} event */
function handleKey(event) {
  const part = findNextPart();
  if (event.key === "Enter" && event.target === stage && part) {
    const tap = addTap(part, [photo.width / 2, photo.height / 2]);
    getHandles()[getHandlePoints().findIndex(({ point }) => point === tap)].focus();
  }
  const point = getHandlePoints()[getHandles().indexOf(event.target)]?.point;
  const by = ARROW_STEPS[event.key]?.map(distance => distance * (event.shiftKey ? 10 : 1));
  if (!point || !by) return;
  event.preventDefault();
  movePoint(point, [point[0] + by[0], point[1] + by[1]]);
}

/* --- Outlines: the assumed position of each box ---------------------------------------------------------- */

function drawRings() {
  rings.replaceChildren();
  const frame = step !== "photo" && makeFrame(corners);
  if (!frame) return;
  const tapped = step === "boxes" ? parts.filter(part => part.taps.length === 2) : [];
  const outlines = tapped.flatMap(part => {
    const taps = part.taps.map(tap => transformPoint(frame.down, tap));
    const place = reading?.parts[parts.indexOf(part)].place ?? makePlace(part, taps);
    return part.boxes.map(box => {
      const [x, y] = getBoxCentre(place, box);
      const { halfX, halfY } = place;
      const outline = makeRectangle(x - halfX, x + halfX, y - halfY, y + halfY);
      const points = outline.map(point => transformPoint(frame.up, point));
      return makeRing(points, isLoose(part) ? "loose" : "");
    });
  });
  rings.setAttribute("viewBox", `0 0 ${photo.width} ${photo.height}`);
  rings.innerHTML = [makeRing(corners, "edge"), ...outlines].join("");
}

/** @param {number[][]} points @param {string} kind */
const makeRing = (points, kind) => `<polygon points="${points.join(" ")}" class="${kind}"/>`;

/* --- Reading, and the names of the colours ---------------------------------------------------------------- */

function readPhoto() {
  reading = readSheet(photo, corners, parts);
  const loose = parts.filter(isLoose).map(part => words[part.name]);
  if (loose.length && !warned) {
    warned = true;
    drawPhoto();
    return showFailure(`${loose.join(", ")}: ${words.loose}`);
  }
  const { data, width, height } = getReading().picture;
  flat = make("canvas", "", { width, height });
  getContext(flat).putImageData(new ImageData(data, width, height), 0, 0);
  storeTaps();
  getView("piles").replaceChildren(...getReading().piles.map(makeRow));
  showStep("colours");
}

/** If a colour may be the same as another, no name is preselected. @param {unknown} _ @param {number} pile */
function makeRow(_, pile) {
  const row = required("template[data-view=pile]", dialog).content.cloneNode(true);
  const asks = getReading().pairs.flat().includes(pile);
  for (const key of $$("input", row)) {
    key.name = `pile-${pile}`;
    key.checked = !asks && key.value === guessInks(getReading().piles)[pile];
  }
  required(".asks", row).hidden = !asks;
  const crops = required("canvas", row);
  const certainBoxes = getReading().parts.flatMap(({ boxes, place: { halfX, halfY } }) =>
    boxes.filter(box => box.pile === pile && !box.doubtful).map(({ at }) => ({ at, halfX, halfY })),
  );
  const side = crops.height;
  crops.width = side * MAX_CROPS;
  for (const [n, { at, halfX, halfY }] of certainBoxes.slice(0, MAX_CROPS).entries()) {
    const [x, y] = [at[0] - halfX, at[1] - halfY];
    getContext(crops).drawImage(flat, x, y, 2 * halfX, 2 * halfY, n * side, 0, side, side);
  }
  return row;
}

/** @param {number} pile */
const getColourName = pile => $(`[name=pile-${pile}]:checked`, dialog)?.value;

/** Two colours may have the same name only if the user was asked about them. @param {number} pile */
function isCertain(pile) {
  const { piles, pairs } = getReading();
  const others = [...piles.keys()].filter(other => other !== pile);
  const same = others.filter(other => getColourName(other) === getColourName(pile));
  return same.every(other => pairs.some(pair => pair.includes(pile) && pair.includes(other)));
}

/** Return the names of the two colours nearest to a box. @param {{ seen: number[] }} box */
function findCandidates({ seen }) {
  const distances = getReading().piles.map(pile => getColourDifference(seen, pile));
  const nearest = [...distances.keys()].sort((one, other) => distances[one] - distances[other]);
  return [...new Set(nearest.map(getColourName))].slice(0, 2).join("");
}

/* Send the certain colours to the form, by box name. Each other box is open, with its possible colours. */
function sendToForm() {
  const letters = parts.flatMap(({ names }, n) => {
    const { boxes, loose } = getReading().parts[n];
    return boxes.map((box, k) => {
      if (loose) return [names[k], "?"];
      const isClear = !box.doubtful && isCertain(box.pile);
      return [names[k], isClear ? getColourName(box.pile) : `?${findCandidates(box)}`];
    });
  });
  dialog.close();
  showStep("look");
  form.prepend(steps);
  required("canvas.seen", form).hidden = false;
  form.dispatchEvent(new CustomEvent("photo:read", { detail: Object.fromEntries(letters) }));
}

/** Show the part on the photo, with the same boxes outlined as in the form. @param {CustomEvent<string>} event */
function showPartOnPhoto({ detail: name }) {
  const n = parts.findIndex(({ names }) => names.includes(name));
  if (!reading || n < 0) return;
  const { boxes: read, place } = getReading().parts[n];
  const [wide, high] = [place.halfX * 1.4, place.halfY * 1.4];
  const [across, down] = [0, 1].map(axis => read.map(({ at }) => at[axis]));
  const [left, top] = [Math.min(...across) - wide, Math.min(...down) - high];
  const [width, height] = [Math.max(...across) + wide - left, Math.max(...down) + high - top];
  const canvas = required("canvas.seen", form);
  const scale = canvas.width / width;
  canvas.height = Math.max(1, height * scale);
  const ink = getContext(canvas);
  ink.drawImage(flat, left, top, width, height, 0, 0, canvas.width, canvas.height);
  for (const [k, { at }] of read.entries()) {
    const { classList } = required(`[data-box="${parts[n].names[k]}"]`, form);
    const isLit = classList.contains("lit");
    if (!isLit && !classList.contains("open")) continue;
    ink.beginPath();
    ink.setLineDash(isLit ? [] : [14, 8]);
    ink.lineWidth = 8;
    ink.strokeStyle = isLit ? "#ffd34d" : "#a3260f";
    ink.arc((at[0] - left) * scale, (at[1] - top) * scale, wide * scale, 0, 2 * Math.PI);
    ink.stroke();
  }
}

/* --- The tapped boxes are stored relative to the page, as the next page of the pad has them at the same places --- */

const TAPS_KEY = `camera ${form.dataset.key}`;

function storeTaps() {
  const { down, width, height } = getFrame();
  const points = parts.map(({ taps }) => taps.map(tap => transformPoint(down, tap)));
  const shares = points.map(taps => taps.map(([x, y]) => [x / width, y / height]));
  put(TAPS_KEY, JSON.stringify(shares));
}

function restoreTaps() {
  /** @type {number[][][] | null} */
  const shares = JSON.parse(get(TAPS_KEY) ?? "null");
  if (!shares || parts[0].taps.length) return;
  const { up, width, height } = getFrame();
  for (const [n, part] of parts.entries())
    part.taps = shares[n].map(([x, y]) => transformPoint(up, [x * width, y * height]));
}

for (const input of $$("input[type=file]", dialog)) input.addEventListener("change", loadPhoto);
form.addEventListener("photo:part-selected", showPartOnPhoto);
stage.addEventListener("pointerdown", startTouch);
stage.addEventListener("pointerup", endTouch);
stage.addEventListener("pointercancel", endTouch);
stage.addEventListener("keydown", handleKey);
next.addEventListener("click", goToNext);
getView("share").addEventListener("click", () => file && shareFile(file));
getView("piles").addEventListener("change", updateNextButton);
getView("back").addEventListener("click", () => showStep(STEP_NAMES[STEP_NAMES.indexOf(step) - 1]));
required("#by-camera").onclick = () => {
  dialog.prepend(steps);
  if (step === "look") showStep("photo");
  dialog.showModal();
};
dialog.showModal();
showStep("photo");
