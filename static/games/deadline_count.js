/* Deadline's count: by three numbers, with a frame of that size; or on the drawing board, with all stones. A tomb
   that was never announced counts nothing. */
import { $, $$, enclosing, required } from "../js/dom.js";
import {
  findPlaceAt,
  listPlaces,
  parseFits,
  showPlaces,
  turnOrientation,
} from "./deadline_plan.js";

/** @import { Place } from "./deadline_plan.js" */

const getForms = () => $$(".count-of > form");

/** @param {HTMLFormElement} form */
function showSize(form) {
  const [long, high, roofs] = $$("[name^='numbers.']", form).map(field => Number(field.value));
  const isComplete = long && high && roofs;
  const isCounted = $("[name=declared]:checked", form)?.value !== "0";
  const size = required("[data-size]", form);
  size.dataset.worth = `${!isCounted ? 0 : isComplete ? long * high - roofs : size.dataset.drawn}`;
  required("[name=aside]", form).dataset.each = isCounted ? size.dataset.aside : "0";
  showFrame(required(".frame", form), isComplete ? [long, high] : [0, 0]);
}

/** @param {Element} frame @param {number[]} size */
function showFrame(frame, [long, high]) {
  const [wide, low] = [Math.max(long, 6), Math.max(high, 3)];
  frame.setAttribute("viewBox", `-0.3 -0.3 ${wide + 0.6} ${low + 0.6}`);
  frame.innerHTML = `<path d="M-9 ${low}H99"/>
    <rect x="${(wide - long) / 2}" y="${low - high}" width="${long}" height="${high}"/>`;
}

/* Show the symbol of the player who has taken a place. */
function showTakenPlaces() {
  for (const place of $$(".announced [value]:not([value='0'])")) {
    const same = `[name=declared][value="${place.value}"]:checked`;
    const holder = getForms().find(form => form !== place.form && $(same, form));
    enclosing("label", place).dataset.by = holder
      ? required(".summed .mark", holder).textContent
      : "";
  }
}

let shape = ""; // the shape of the chosen stone
/** @type {number | null} */
let orientation = null; // the number of its orientation, after the first turn or flip

/** @param {HTMLFormElement} form */
const getWays = form => parseFits(required(".drawn-tomb", form).dataset.fits)[shape] ?? [];

/** @param {HTMLFormElement} form */
function showChosenStone(form) {
  const ways = getWays(form);
  for (const face of $$(".face", form)) face.ariaPressed = String(face.dataset.shape === shape);
  for (const button of $$("[data-deed]", form))
    button.disabled = turnOrientation(ways, orientation, button.dataset.deed) === orientation;
  showPlaces(listPlaces(ways, orientation), null, required("svg.plan", form));
}

/** @param {HTMLFormElement} form @param {Place} place */
function layStone(form, place) {
  required(`.by-words [value="${shape} ${place.way}"]`, form).checked = true;
  required(".by-words select", form).value = `${place.column}`;
  orientation = null;
  form.requestSubmit();
}

document.addEventListener("click", ({ target, clientX, clientY }) => {
  const form = target.closest(".count-of > form");
  const face = target.closest(".face");
  const action = target.closest("[data-deed]");
  const plan = target.closest("svg.plan");
  if (!form || !(face || action || plan)) return;
  if (face) [shape, orientation] = [face.dataset.shape, null];
  else if (action) orientation = turnOrientation(getWays(form), orientation, action.dataset.deed);
  else if (plan) {
    const place = findPlaceAt(clientX, clientY, listPlaces(getWays(form), orientation), true, plan);
    if (place) layStone(form, place);
    return;
  }
  showChosenStone(form);
});
document.addEventListener("keydown", ({ key, target }) => {
  const form = target.closest(".count-of > form");
  if (form && key === "Enter" && target.matches("[data-place]"))
    layStone(form, listPlaces(getWays(form), orientation)[Number(target.dataset.place)]);
});

document.addEventListener("count:changed", ({ target }) => {
  showSize(target);
  showChosenStone(target);
  showTakenPlaces();
});
