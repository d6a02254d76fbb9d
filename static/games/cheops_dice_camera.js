/* Copying a sheet by camera: a photo, its corners, two boxes a part, the names of its colours. What is certain is
   painted into the form; everything else stays open there. The photo never leaves this page. */
import { centre, placeOf } from "../js/camera/lattice.js";
import { frameOf, lead } from "../js/camera/plane.js";
import { namesOf, readSheet } from "../js/camera/reading.js";
import { get, put } from "../js/storage.js";

const LARGEST = 1400;
/* Pixels of the photo's longer side: more does not read better. */
const ZOOM = 3;
const CORNERS = [
  [0.08, 0.08],
  [0.92, 0.08],
  [0.92, 0.92],
  [0.08, 0.92],
];

const form = document.querySelector(".transcriber");
const dialog = document.getElementById("camera");
const view = name => dialog.querySelector(`[data-view="${name}"]`);
const stage = view("stage");
const shown = view("photo");
const rings = view("rings");
const loupe = view("loupe");
const prompt = view("prompt");
const next = view("next");
const words = Object.fromEntries(
  [...view("words").children].map(word => [word.value, word.textContent.trim()]),
);
const context = canvas => canvas.getContext("2d", { willReadFrequently: true });

const PLACES = {
  pyramid: (row, box) => [box - 1 + (row - 1) / 2, 1 - row],
  left: level => [0, 1 - level],
  right: level => [1, 1 - level],
  floor: (row, box) => [box - 1, row - 1],
  quarry: stone => [stone - 1, 0],
};

/* The parts of the form's sheet as a lattice: its boxes by name, and which two are tapped. */
function partsOf(names) {
  const placed = names.map(name => {
    const [part, ...numbers] = name.split("-");
    return { name, part, at: PLACES[part]?.(...numbers.map(Number)) };
  });
  const of = (...parts) => placed.filter(one => parts.includes(one.part));
  const arch = of("left", "right");
  const top = Math.min(...arch.map(one => one.at[1])) - 1;
  const keystone = placed
    .filter(one => one.part === "keystone")
    .map(one => ({ ...one, at: [0.5, top] }));
  return [
    partOf("pyramid", of("pyramid"), boxes =>
      boxes.findIndex(one => one.at[1] === boxes.at(-1).at[1]),
    ),
    partOf("arch", [...arch, ...keystone], boxes => boxes.length - 1 - keystone.length),
    partOf("floor", of("floor"), boxes => boxes.length - 1),
    partOf("quarry", of("quarry"), boxes => boxes.length - 1),
  ];
}

const partOf = (name, placed, last) => ({
  name,
  names: placed.map(one => one.name),
  boxes: placed.map(one => one.at),
  anchors: [0, last(placed) || placed.length - 1], // a part of one row has its ends
  taps: [],
});

const parts = partsOf([...form.querySelectorAll("[data-box]")].map(box => box.dataset.box));
const pending = () => parts.find(part => part.taps.length < 2);
let photo = null;
let corners = [];
let reading = null;
let step = "photo";
let warned = false;
/* Whether it was said already which parts do not sit: then whoever reads again goes on without them. */

/* --- Steps ------------------------------------------------------------------------------------------- */

function show(name) {
  step = name;
  dialog.dataset.now = name;
  for (const one of dialog.querySelectorAll("[data-steps] li")) {
    one.toggleAttribute("aria-current", one.dataset.of === name);
  }
  draw();
}

function say(text, refused = false) {
  prompt.textContent = text;
  prompt.classList.toggle("refused", refused);
}

function draw() {
  const waits = pending();
  next.hidden = step === "photo" || (step === "boxes" && Boolean(waits));
  next.textContent = { corners: words.fits, boxes: words.reads, colours: words.right }[step] || "";
  if (step === "corners") say(frameOf(corners) ? words.corners : words.crossed, !frameOf(corners));
  if (step === "boxes") say(waits ? words[`${waits.name}${waits.taps.length}`] : words.rings);
  countNames();
  drawMarks();
  drawRings();
}

async function take(input) {
  const [file] = input.files;
  input.value = "";
  if (!file) return;
  try {
    const whole = await createImageBitmap(file);
    const share = Math.min(1, LARGEST / Math.max(whole.width, whole.height));
    shown.width = Math.round(whole.width * share);
    shown.height = Math.round(whole.height * share);
    context(shown).drawImage(whole, 0, 0, shown.width, shown.height);
    whole.close();
  } catch {
    say(words.unread, true);
    return;
  }
  photo = context(shown).getImageData(0, 0, shown.width, shown.height);
  corners = CORNERS.map(([x, y]) => [x * photo.width, y * photo.height]);
  for (const part of parts) part.taps = [];
  changed();
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

function marks() {
  if (step === "corners") return corners.map((point, n) => ({ point, name: `corner${n}` }));
  if (step !== "boxes") return [];
  return parts.flatMap(part =>
    part.taps.map((point, n) => ({ point, name: `${part.name}${n}`, loose: isLoose(part) })),
  );
}

const isLoose = part => Boolean(reading?.parts[parts.indexOf(part)].loose);

function drawMarks() {
  const wanted = marks();
  const present = [...stage.querySelectorAll(".grip")];
  for (const old of present.slice(wanted.length)) old.remove();
  wanted.forEach(({ point, name, loose }, n) => {
    const mark = present[n] || stage.appendChild(document.createElement("button"));
    mark.type = "button";
    mark.className = loose ? "grip loose" : "grip";
    mark.setAttribute("aria-label", words[name]);
    mark.style.left = `${(point[0] / photo.width) * 100}%`;
    mark.style.top = `${(point[1] / photo.height) * 100}%`;
  });
}

function onPhoto(event) {
  const box = shown.getBoundingClientRect();
  const within = (value, size) => Math.min(Math.max(value, 0), size);
  return [
    within(((event.clientX - box.left) / box.width) * photo.width, photo.width),
    within(((event.clientY - box.top) / box.height) * photo.height, photo.height),
  ];
}

function changed() {
  reading = null;
  warned = false;
}

function move(n, [x, y]) {
  const { point } = marks()[n];
  point[0] = x;
  point[1] = y;
  changed();
  draw();
}

function press(event) {
  if (!photo || (step !== "corners" && step !== "boxes")) return;
  const mark = event.target.closest(".grip");
  let n = [...stage.querySelectorAll(".grip")].indexOf(mark);
  if (n < 0) {
    const part = step === "boxes" && pending();
    if (!part) return;
    const tap = onPhoto(event);
    part.taps.push(tap);
    draw();
    n = marks().findIndex(one => one.point === tap);
  }
  event.preventDefault();
  drag(event, n);
}

function drag(event, n) {
  const start = onPhoto(event);
  const [x, y] = marks()[n].point;
  const follow = moved => {
    const at = onPhoto(moved);
    move(n, [x + at[0] - start[0], y + at[1] - start[1]]);
    enlarge(marks()[n].point);
  };
  stage.setPointerCapture(event.pointerId);
  enlarge([x, y]);
  stage.addEventListener("pointermove", follow);
  const end = () => {
    stage.removeEventListener("pointermove", follow);
    loupe.hidden = true;
  };
  for (const one of ["pointerup", "pointercancel"])
    stage.addEventListener(one, end, { once: true });
}

/* What lies under the finger, three times as large, on the other side of the photo. */
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

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function nudge(event) {
  if (event.key === "Enter" && event.target === stage) placeByKey();
  const n = [...stage.querySelectorAll(".grip")].indexOf(event.target);
  const by = ARROWS[event.key];
  if (n < 0 || !by) return;
  event.preventDefault();
  const [x, y] = marks()[n].point;
  move(n, [x + by[0] * (event.shiftKey ? 10 : 1), y + by[1] * (event.shiftKey ? 10 : 1)]);
}

/* The mark that is asked for, in the middle of the photo: arrows lead it on. */
function placeByKey() {
  const part = step === "boxes" && pending();
  if (!part) return;
  const tap = [photo.width / 2, photo.height / 2];
  part.taps.push(tap);
  draw();
  stage.querySelectorAll(".grip")[marks().findIndex(one => one.point === tap)].focus();
}

/* --- Rings: where the boxes are thought to lie ------------------------------------------------------------ */

function drawRings() {
  rings.replaceChildren();
  if (!photo || step === "photo") return;
  rings.setAttribute("viewBox", `0 0 ${photo.width} ${photo.height}`);
  const frame = frameOf(corners);
  if (!frame) return;
  ring(corners, "edge");
  if (step !== "boxes") return;
  parts.forEach((part, n) => {
    if (part.taps.length < 2) return;
    const place =
      reading?.parts[n].place ||
      placeOf(
        part,
        part.taps.map(tap => lead(frame.down, tap)),
      );
    for (const box of part.boxes) {
      const [x, y] = centre(place, box);
      const { halfX, halfY } = place;
      const around = [
        [x - halfX, y - halfY],
        [x + halfX, y - halfY],
        [x + halfX, y + halfY],
        [x - halfX, y + halfY],
      ];
      ring(
        around.map(point => lead(frame.up, point)),
        isLoose(part) ? "loose" : "",
      );
    }
  });
}

function ring(points, kind) {
  const polygon = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
  polygon.setAttribute("points", points.map(point => point.join()).join(" "));
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
    say(`${loose.map(part => words[part.name]).join(", ")}: ${words.loose}`, true);
    return;
  }
  remember();
  nameColours();
  show("colours");
  say(words.colours);
}

const boxesOf = pile =>
  reading.parts.flatMap(part => part.boxes.filter(box => box.pile === pile && !box.doubtful));

function nameColours() {
  const names = namesOf(reading.piles);
  const list = view("piles");
  const together = new Set(reading.pairs.flat());
  list.replaceChildren();
  reading.piles.forEach((_, pile) => {
    const row = view("pile").content.cloneNode(true);
    const group = row.querySelector("fieldset");
    const crops = row.querySelector("canvas");
    const asks = row.querySelector(".asks");
    for (const key of row.querySelectorAll("input")) {
      key.name = `pile-${pile}`;
      key.checked = !together.has(pile) && key.value === names[pile];
    }
    asks.hidden = !together.has(pile);
    group.dataset.pile = pile;
    drawCrops(crops, boxesOf(pile).slice(0, 8));
    list.append(row);
  });
}

function drawCrops(canvas, boxes) {
  const side = canvas.height;
  canvas.width = side * Math.max(1, boxes.length);
  boxes.forEach((box, n) => {
    cropInto(canvas, box, n * side, side, 1);
  });
}

/* A box as the photo shows it from straight above, with `around` times its own size of what lies beside it. */
function cropInto(canvas, { at, half }, x, side, around) {
  const [wide, high] = [half[0] * 2 * around, half[1] * 2 * around];
  context(canvas).drawImage(
    flat(),
    at[0] - wide / 2,
    at[1] - high / 2,
    wide,
    high,
    x,
    0,
    side,
    side,
  );
}

let flattened = null;
function flat() {
  if (flattened?.of === reading) return flattened.canvas;
  const { width, height, data } = reading.picture;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  context(canvas).putImageData(new ImageData(data, width, height), 0, 0);
  flattened = { of: reading, canvas };
  return canvas;
}

const named = pile => dialog.querySelector(`[name=pile-${pile}]:checked`)?.value;

/* Two piles may have one name only where that was asked; else what lies in them stays open. */
function trusted(pile) {
  const own = named(pile);
  const pairs = reading.pairs.map(pair => pair.join());
  return reading.piles.every((_, other) => {
    const pair = [Math.min(pile, other), Math.max(pile, other)].join();
    return other === pile || named(other) !== own || pairs.includes(pair);
  });
}

function countNames() {
  next.disabled = step === "colours" && reading.piles.some((_, pile) => !named(pile));
}

/* The letters that are certain, by the name of their box; every other box is open. */
function finish() {
  const letters = {};
  reading.parts.forEach((part, n) => {
    part.boxes.forEach((box, k) => {
      const certain = !part.loose && !box.doubtful && trusted(box.pile);
      letters[parts[n].names[k]] = certain ? named(box.pile) : "?";
    });
  });
  form.querySelector(".seen").hidden = false;
  form.dispatchEvent(new CustomEvent("letter:read", { detail: letters }));
  dialog.close();
  show("photo");
}

/* The box that is marked in the letter, as the photo has it. */
function showMarked({ detail: name }) {
  const n = parts.findIndex(part => part.names.includes(name));
  const canvas = form.querySelector(".seen canvas");
  if (reading)
    cropInto(canvas, reading.parts[n].boxes[parts[n].names.indexOf(name)], 0, canvas.width, 3);
}

/* --- The boxes that were tapped, as shares of the sheet: the pad's next letter has them at the same places ---- */

const KEY = `camera ${form.dataset.key}`;

function remember() {
  const { down, width, height } = frameOf(corners);
  const shares = parts.map(part =>
    part.taps.map(tap => {
      const [x, y] = lead(down, tap);
      return [x / width, y / height];
    }),
  );
  put(KEY, JSON.stringify(shares));
}

function recall() {
  const shares = JSON.parse(get(KEY) || "[]");
  if (shares.length !== parts.length || pending() !== parts[0]) return;
  const { up, width, height } = frameOf(corners);
  parts.forEach((part, n) => {
    part.taps = shares[n].map(([x, y]) => lead(up, [x * width, y * height]));
  });
}

for (const input of dialog.querySelectorAll("input[type=file]")) {
  input.addEventListener("change", () => take(input));
}
form.addEventListener("letter:marked", showMarked);
stage.addEventListener("pointerdown", press);
stage.addEventListener("keydown", nudge);
next.addEventListener("click", goOn);
view("piles").addEventListener("change", countNames);
view("back").addEventListener("click", () => {
  next.disabled = false;
  show({ corners: "photo", boxes: "corners", colours: "boxes" }[step] || "photo");
  if (step === "photo") say("");
});
view("leave").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => {
  next.disabled = false;
});
document.getElementById("by-camera").addEventListener("click", () => dialog.showModal());
dialog.showModal();
show("photo");
