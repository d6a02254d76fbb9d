/* "Show me": closes the drawer and highlights on the board, step by step, where a kind of move can be made, and the
   pieces it is made with. The drawer with such buttons loads this script. */
import { $, $$, enclosing, isVisible, make, getAccessibleName, required } from "./dom.js";
import { hasControlValues } from "./form_values.js";

const HIGHLIGHTED_CLASS = "highlighted";
const HIGHLIGHTED_PIECE_CLASS = "highlighted-piece";
const REFUSED_CLASS = "refused-here";

/** One step: the highlighted elements, the values of the move, and why it is refused, if so.
   @typedef {{ at: string[], values: Values, refused?: string, elements: HTMLElement[] }} Step */

/** @type {Step[]} */
let steps = [];
let current = 0;
let bar = make("div");

/* Show each button only if the board contains something to highlight. */
function showUsefulButtons() {
  for (const button of $$("[data-shows]")) button.hidden = !findSteps(button).length;
}

/** Return the steps of a button: elements by id, or the controls that enter a move. Duplicates are left out.
   @param {HTMLElement} button @returns {Step[]} */
function findSteps(button) {
  /** @type {Step[]} */
  const all = JSON.parse(button.dataset.shows);
  return all
    .map(step => ({
      ...step,
      elements: step.at.length ? findPlaces(step.at) : findControls(step.values),
    }))
    .filter(
      ({ elements }, n, all) =>
        elements.length && all.findIndex(other => isSame(other.elements, elements)) === n,
    );
}

/** @param {Element[]} some @param {Element[]} others */
const isSame = (some, others) =>
  some.length === others.length && some.every((place, n) => place === others[n]);
/** @param {string[]} ids */
const findPlaces = ids => ids.map(id => document.getElementById(id)).filter(Boolean);

/** Return the controls for a move. For one in a closed sheet, return the button that opens the sheet.
   @param {Values} values */
function findControls(values) {
  const controls = $$(".entry button[name], #below button[name]")
    .filter(control => control.name.includes("move") && hasControlValues(values, control))
    .map(control => (isVisible(control) ? control : findOpener(control)));
  return [...new Set(controls.filter(Boolean))];
}

/** @param {Element} control */
const findOpener = control => $(`[commandfor="${control.closest("dialog:not([open])")?.id}"]`);

/** Return the visible choices for a move, or the button that shows all choices. @param {Values} values */
const findChoices = values =>
  $$(".entry :is([type=radio], [type=checkbox])[name]")
    .filter(choice => hasControlValues(values, choice))
    .map(choice => choice.closest("label"))
    .map(label => (label && isVisible(label) ? label : $("#palette > button.all")))
    .filter(control => control !== null)
    .filter(isVisible);

/** Close the drawer and start. The page's styles must remain in the document. @param {HTMLElement} button */
function openHighlights(button) {
  for (const link of $$("#drawn link[data-stays]")) document.head.append(link);
  const { kind, next, back, close } = button.dataset;
  const drawer = enclosing("dialog", button);
  const newSteps = findSteps(button);
  if (!newSteps.length) return showUsefulButtons();
  drawer.addEventListener("close", () => beginSteps(newSteps, kind, { next, back, close }), {
    once: true,
  });
  required("form[method=dialog] button", drawer).click();
}

/** @param {Step[]} newSteps @param {string} kind @param {Record<string, string>} words */
function beginSteps(newSteps, kind, words) {
  stopHighlighting();
  steps = newSteps;
  bar = make("div", "", { className: "showing" });
  const message = make("p");
  message.role = "status";
  bar.append(message);
  if (steps.length > 1) {
    bar.append(
      makeBarButton("◂", words.back, () => goToStep(-1)),
      makeBarButton("▸", words.next, () => goToStep(1)),
    );
  }
  bar.append(makeBarButton("✕", words.close, stopHighlighting));
  bar.dataset.kind = kind;
  bar.addEventListener("keydown", event => event.key === "Escape" && stopHighlighting());
  required("#table").append(bar);
  current = 0;
  goToStep(0);
  $$("button", bar).at(-2)?.focus();
}

/** @param {string} sign @param {string} label @param {() => void} onclick */
function makeBarButton(sign, label, onclick) {
  return make("button", sign, { type: "button", className: "plain", ariaLabel: label, onclick });
}

/** @param {number} by */
function goToStep(by) {
  clearHighlights();
  current = (current + by + steps.length) % steps.length;
  const { elements, values, refused } = steps[current];
  if (!refused)
    for (const choice of findChoices(values)) choice.classList.add(HIGHLIGHTED_PIECE_CLASS);
  for (const place of elements) place.classList.add(refused ? REFUSED_CLASS : HIGHLIGHTED_CLASS);
  elements[0].scrollIntoView({ block: "nearest" });
  const description =
    refused || elements.map(getAccessibleName).filter(Boolean).join(", ") || bar.dataset.kind;
  required("p", bar).textContent = `${current + 1}/${steps.length} ${description}`;
}

function clearHighlights() {
  for (const place of $$(`.${HIGHLIGHTED_CLASS}, .${HIGHLIGHTED_PIECE_CLASS}`))
    place.classList.remove(HIGHLIGHTED_CLASS, HIGHLIGHTED_PIECE_CLASS);
  for (const place of steps[current]?.elements || []) place.classList.remove(REFUSED_CLASS);
}

function stopHighlighting() {
  clearHighlights();
  bar.remove();
}

showUsefulButtons();
document.addEventListener("drawer:loaded", showUsefulButtons);
document.addEventListener("table:updated", () => {
  stopHighlighting();
  showUsefulButtons();
});
document.addEventListener("click", event => {
  const button = event.target.closest("[data-shows]");
  if (button) openHighlights(button);
});
