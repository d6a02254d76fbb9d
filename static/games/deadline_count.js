/* Deadline's count: by three numbers, what they come to, and a frame of that size; or on the drawing board of play,
   with every stone in the hand. A tomb that was never announced counts nothing. */
import { $, $$, enclosing, required } from "../js/dom.js";
import { placeAt, placesOf, parseFits, showPlaces, wayAfter } from "./deadline_plan.js";

/** @import { Place } from "./deadline_plan.js" */

const forms = () => $$(".count-of > form");

/** @param {HTMLFormElement} form */
function show(form) {
  const [long, high, roofs] = $$("[name^='numbers.']", form).map(field => Number(field.value));
  const isTold = long && high && roofs;
  const counts = $("[name=declared]:checked", form)?.value !== "0";
  const size = required("[data-size]", form);
  size.dataset.worth = `${!counts ? 0 : isTold ? long * high - roofs : size.dataset.drawn}`;
  required("[name=aside]", form).dataset.each = counts ? size.dataset.aside : "0";
  showFrame(required(".frame", form), isTold ? [long, high] : [0, 0]);
}

/** @param {Element} frame @param {number[]} size */
function showFrame(frame, [long, high]) {
  const [wide, low] = [Math.max(long, 6), Math.max(high, 3)];
  frame.setAttribute("viewBox", `-0.3 -0.3 ${wide + 0.6} ${low + 0.6}`);
  frame.innerHTML = `<path d="M-9 ${low}H99"/>
    <rect x="${(wide - long) / 2}" y="${low - high}" width="${long}" height="${high}"/>`;
}

/* A place that somebody else has taken bears their sign. */
function showTaken() {
  for (const place of $$(".announced [value]:not([value='0'])")) {
    const same = `[name=declared][value="${place.value}"]:checked`;
    const holder = forms().find(form => form !== place.form && $(same, form));
    enclosing("label", place).dataset.by = holder
      ? required(".summed .mark", holder).textContent
      : "";
  }
}

let shape = ""; // the stone in the hand
/** @type {number | null} */
let held = null; // the way it is held, once it was turned or flipped

/** @param {HTMLFormElement} form */
const waysOf = form => parseFits(required(".drawn-tomb", form).dataset.fits)[shape] ?? [];

/** @param {HTMLFormElement} form */
function showHand(form) {
  const ways = waysOf(form);
  for (const face of $$(".face", form)) face.ariaPressed = String(face.dataset.shape === shape);
  for (const button of $$("[data-deed]", form))
    button.disabled = wayAfter(ways, held, button.dataset.deed) === held;
  showPlaces(placesOf(ways, held), null, required("svg.plan", form));
}

/** @param {HTMLFormElement} form @param {Place} place */
function lay(form, place) {
  required(`.by-words [value="${shape} ${place.way}"]`, form).checked = true;
  required(".by-words select", form).value = `${place.column}`;
  held = null;
  form.requestSubmit();
}

document.addEventListener("click", ({ target, clientX, clientY }) => {
  const form = target.closest(".count-of > form");
  const face = target.closest(".face");
  const deed = target.closest("[data-deed]");
  const plan = target.closest("svg.plan");
  if (!form || !(face || deed || plan)) return;
  if (face) [shape, held] = [face.dataset.shape, null];
  else if (deed) held = wayAfter(waysOf(form), held, deed.dataset.deed);
  else if (plan) {
    const place = placeAt(clientX, clientY, placesOf(waysOf(form), held), true, plan);
    if (place) lay(form, place);
    return;
  }
  showHand(form);
});
document.addEventListener("keydown", ({ key, target }) => {
  const form = target.closest(".count-of > form");
  if (form && key === "Enter" && target.matches("[data-place]"))
    lay(form, placesOf(waysOf(form), held)[Number(target.dataset.place)]);
});

document.addEventListener("count:changed", ({ target }) => {
  show(target);
  showHand(target);
  showTaken();
});
