/* Copying a sheet: a colour paints the marked box and the mark moves on; a symbol is tapped onto its boxes. */

const form = document.querySelector(".transcriber");
const boxes = [...form.querySelectorAll("[data-box]")];
const paints = [...form.querySelectorAll("[data-paint]")];
const copied = document.getElementById("copied");
let marked = 0;

/* The field that keeps a line of boxes, one letter a box; "?" for one that was not copied yet. */
const field = name => form.elements[name];
const letter = box => field(box.dataset.line).value[box.dataset.at];
const isOpen = box => letter(box) === "?";
const words = text => (text || "").split(" ").filter(Boolean);

function show(box) {
  const paint = paints.find(one => one.dataset.paint === letter(box));
  box.className = `cell ${paint ? paint.dataset.class : "open"}`;
  box.querySelector("i").textContent = paint ? "" : "?";
  box.setAttribute("aria-label", `${box.dataset.name}, ${paint ? paint.dataset.name : "?"}`);
}

function mark(next, follow = true) {
  boxes[marked]?.classList.remove("lit");
  marked = Math.max(0, Math.min(next, boxes.length - 1));
  const box = boxes[marked];
  box.classList.add("lit");
  if (follow) box.scrollIntoView({ block: "center" });
  const done = boxes.filter(one => !isOpen(one)).length;
  copied.textContent = `${done} / ${boxes.length} · ${box.dataset.name}`;
  form.dispatchEvent(new CustomEvent("letter:marked", { detail: box.dataset.box }));
}

function paint(box, colour) {
  const line = field(box.dataset.line);
  const place = Number(box.dataset.at);
  line.value = line.value.slice(0, place) + colour + line.value.slice(place + 1);
  show(box);
}

function paintMarked(button) {
  const box = boxes[marked];
  paint(box, button.dataset.paint);
  navigator.vibrate?.(8);
  const next = boxes.findIndex((other, n) => n > marked && isOpen(other));
  mark(next < 0 ? marked + 1 : next);
}

const chosenSymbol = () => form.querySelector("[name=symbol]:checked[data-symbol]");

/* Puts the symbol onto the box, or takes it off again. */
function carry(box, chosen) {
  const { stem, symbol } = chosen.dataset;
  const drawing = chosen.parentElement.querySelector(".symbol");
  const name = box.dataset.box;
  if (stem !== "arch" && !name.startsWith(stem)) return;
  const line = field(`value.bonuses.${chosen.value}.boxes[]`);
  const names = words(line.value);
  if (names.includes(name)) {
    line.value = names.filter(other => other !== name).join(" ");
    box.querySelector(`.symbol:has([href$="#${symbol}"])`)?.remove();
  } else {
    line.value = [...names, name].join(" ");
    box.append(drawing.cloneNode(true));
  }
}

/* With scripts, boxes are painted in place of the lines being typed. */
function showPainted() {
  for (const part of form.querySelectorAll(".painted")) part.hidden = false;
  form.querySelector(".lines").hidden = true;
  boxes.forEach(show);
}

function showRefused() {
  for (const id of words(document.querySelector("[data-at][role=alert]")?.dataset.at)) {
    document.getElementById(id)?.classList.add("refused-here");
  }
}

/* What a photo tells for certain is painted; what it leaves open stays as a hand painted it, but not as an
   earlier photo did. The mark goes to the first open box. */
function paintRead({ detail }) {
  for (const box of boxes) {
    const now = detail[box.dataset.box];
    if (now !== "?" || letter(box) === box.dataset.read) paint(box, now);
    box.dataset.read = now;
  }
  mark(Math.max(0, boxes.findIndex(isOpen)));
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

form.addEventListener("click", event => {
  const button = event.target.closest("[data-paint]");
  const box = event.target.closest("[data-box]");
  if (button) paintMarked(button);
  else if (box && chosenSymbol()) carry(box, chosenSymbol());
  else if (box) mark(boxes.indexOf(box));
});

showPainted();
showRefused();
const first = boxes.findIndex(isOpen);
if (first >= 0) mark(first, false); // the letter and the name come first
