/* After an entry without a line the hand goes on to the next step of the same turn, where that is known, or is put
   away: what it asks for is of before. The hand says what is still true after which moves (data-after): a part of
   it, or a template with the next step, which may ask for something at the place of the entry (data-where). */
import { $, $$, make } from "./dom.js";
import { valueIn } from "./form_values.js";
import { isByItself, isOnline } from "./line.js";
import { undrawn } from "./own_taps.js";
import { code } from "./page.js";

/** @type {Element | null} */
let shownStep = null;

export function followNextStep() {
  if (!code) return;
  for (const name of ["taps:shown", "table:drawn"]) document.addEventListener(name, goOn);
  goOn();
}

function goOn() {
  const hand = $("#hand");
  if (!hand) return;
  const waiting = isOnline() || isByItself() ? [] : undrawn(code);
  const step = waiting.reduce(stepAfter, hand);
  const shown = $("#next-step");
  hand.hidden = !step;
  if (shown && shownStep === step) return;
  shownStep = step;
  shown?.remove();
  if (step instanceof HTMLTemplateElement) hand.prepend(drawn(step));
}

/** What the hand shows after one more entry: a step of its own, what it showed before, or nothing.
   @param {HTMLElement | null} before @param {Tap} tap */
function stepAfter(before, { body }) {
  const after = `[data-after~="${CSS.escape(valueIn(body, "move") ?? "")}"]`;
  const next = $$(`#hand template${after}`).find(({ dataset }) => isThere(dataset.where));
  return next ?? ($(`#hand ${after}:not(template)`) && before);
}

/** @param {string} where */
const isThere = where =>
  !where || $$("#board [data-waiting]").some(place => place.matches(where) || $(where, place));

/** @param {HTMLTemplateElement} step */
function drawn(step) {
  const place = make("div", "", { id: "next-step" });
  place.append(step.content.cloneNode(true));
  return place;
}
