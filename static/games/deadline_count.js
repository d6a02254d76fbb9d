/* Deadline's count: by three numbers, with a frame of that size; or on the drawing board, with all stones. A tomb
   that was never announced counts nothing. */
import { $, $$, enclosing, onEvent, required } from "../js/dom.js";
import { dispatch } from "../js/page.js";
import * as plan from "./deadline_plan.js";

/** @param {HTMLFormElement} form */
function showSize(form) {
  const [long, high, roofs] = $$("[name^='numbers.']", form).map(field => Number(field.value));
  const isComplete = long && high && roofs;
  const isCounted = $("[name=declared]:checked", form)?.value !== "0";
  const size = required("[data-size]", form);
  size.dataset.worth = `${!isCounted ? 0 : isComplete ? long * high - roofs : size.dataset.drawn}`;
  required("[name=aside]", form).dataset.each = isCounted ? size.dataset.aside : "0";
  const frame = required(".frame", form);
  const [wide, low] = isComplete ? [Math.max(long, 6), Math.max(high, 3)] : [6, 3];
  frame.setAttribute("viewBox", `-0.3 -0.3 ${wide + 0.6} ${low + 0.6}`);
  const tomb = `x="${(wide - long) / 2}" y="${low - high}" width="${long}" height="${high}"`;
  frame.innerHTML = `<path d="M-9 ${low}H99"/>${isComplete ? `<rect ${tomb}/>` : ""}`;
}

/* Show the symbol of the player who has taken a place. */
function showTakenPlaces() {
  for (const place of $$(".announced [value]:not([value='0'])")) {
    const same = `[name=declared][value="${place.value}"]:checked`;
    const holder = $$(".count-of > form").find(form => form !== place.form && $(same, form));
    const symbol = holder && required(".summed .mark", holder).textContent;
    enclosing("label", place).dataset.by = symbol ?? "";
  }
}

let shape = ""; // the shape of the chosen stone
/** @type {number | null} */
let orientation = null; // the number of its orientation, after the first turn or flip

/** @param {HTMLFormElement} form */
const getWays = form => plan.parseFits(required(".drawn-tomb", form).dataset.fits)[shape] ?? [];
/** @param {HTMLFormElement} form */
const getPlaces = form => plan.listPlaces(getWays(form), orientation);

/** @param {HTMLFormElement} form */
function showChosenStone(form) {
  const ways = getWays(form);
  for (const face of $$(".face", form)) face.ariaPressed = String(face.dataset.shape === shape);
  for (const button of $$("[data-deed]", form))
    button.disabled = plan.turnOrientation(ways, orientation, button.dataset.deed) === orientation;
  plan.showPlaces(getPlaces(form), null, required("svg.plan", form));
}

/** @param {HTMLFormElement} form @param {plan.Place | undefined} place */
function layStone(form, place) {
  if (!place) return;
  required(`.by-words [value="${shape} ${place.way}"]`, form).checked = true;
  required(".by-words select", form).value = `${place.column}`;
  orientation = null;
  form.requestSubmit();
}

onEvent("click", ".count-of > form .face", face => {
  [shape, orientation] = [face.dataset.shape, null];
  showChosenStone(enclosing("form", face));
});
onEvent("click", ".count-of > form [data-deed]", button => {
  const form = enclosing("form", button);
  orientation = plan.turnOrientation(getWays(form), orientation, button.dataset.deed);
  showChosenStone(form);
});
onEvent("click", ".count-of > form svg.plan", (drawing, event) => {
  const form = enclosing("form", drawing);
  layStone(form, plan.findPlaceNear(plan.getPointAt(event, drawing), getPlaces(form)));
});
onEvent("keydown", ".count-of > form [data-place]", (strip, { key }) => {
  const form = enclosing("form", strip);
  if (key === "Enter") layStone(form, getPlaces(form)[Number(strip.dataset.place)]);
});

document.addEventListener("count:changed", ({ target }) => {
  showSize(target);
  showChosenStone(target);
  showTakenPlaces();
});
dispatch("count:ready");
