/* "Show me": the drawer closes, and where a kind of move can be made is lit on the board, one place after
   the other; what it is made with is lit along. The drawer that has such buttons brings this. */
import { $, $$, enclosing, isVisible, make, getAccessibleName, required } from "./dom.js";
import { hasControlValues } from "./form_values.js";

const LIT = "highlighted";
const ALONG = "highlighted-piece";
const REFUSED = "refused-here";

/** What is lit, the move that is made there, and why it cannot be made, if so.
   @typedef {{ at: string[], values: Values, refused?: string, lit: HTMLElement[] }} Step */

/** @type {Step[]} */
let steps = [];
let at = 0;
let bar = make("div");

/* Only over a board there is something to show, and only what is on it. */
function offer() {
  for (const button of $$("[data-shows]")) button.hidden = !stepsOf(button).length;
}

/** Each step is what is lit: a place by its ids, or the controls that would enter a move; no two alike.
   @param {HTMLElement} button @returns {Step[]} */
function stepsOf(button) {
  /** @type {Step[]} */
  const all = JSON.parse(button.dataset.shows);
  return all
    .map(step => ({ ...step, lit: step.at.length ? placesOf(step.at) : controlsFor(step.values) }))
    .filter(
      ({ lit }, n, all) => lit.length && all.findIndex(other => isSame(other.lit, lit)) === n,
    );
}

/** @param {Element[]} some @param {Element[]} others */
const isSame = (some, others) =>
  some.length === others.length && some.every((place, n) => place === others[n]);
/** @param {string[]} ids */
const placesOf = ids => ids.map(id => document.getElementById(id)).filter(Boolean);

/** What cannot be seen lies in a sheet: the button that opens it stands for it. @param {Values} values */
function controlsFor(values) {
  const found = $$(".entry button[name], #below button[name]")
    .filter(control => control.name.includes("move") && hasControlValues(values, control))
    .map(control => (isVisible(control) ? control : openerOf(control)));
  return [...new Set(found.filter(Boolean))];
}

/** @param {Element} control */
const openerOf = control => $(`[commandfor="${control.closest("dialog:not([open])")?.id}"]`);

/** What a move is made with there; where that is folded away, the button that shows all. @param {Values} values */
const choicesFor = values =>
  $$(".entry :is([type=radio], [type=checkbox])[name]")
    .filter(choice => hasControlValues(values, choice))
    .map(choice => choice.closest("label"))
    .map(label => (label && isVisible(label) ? label : $("#palette > button.all")))
    .filter(control => control !== null)
    .filter(isVisible);

/** The styles stay when the drawer lets go of its page. @param {HTMLElement} button */
function show(button) {
  for (const link of $$("#drawn link[data-stays]")) document.head.append(link);
  const { kind, next, back, close } = button.dataset;
  const drawer = enclosing("dialog", button);
  const found = stepsOf(button);
  if (!found.length) return offer();
  drawer.addEventListener("close", () => begin(found, kind, { next, back, close }), { once: true });
  required("form[method=dialog] button", drawer).click();
}

/** @param {Step[]} found @param {string} kind @param {Record<string, string>} words */
function begin(found, kind, words) {
  stop();
  steps = found;
  bar = make("div", "", { className: "showing" });
  const said = make("p");
  said.role = "status";
  bar.append(said);
  if (steps.length > 1) {
    bar.append(
      tool("◂", words.back, () => go(-1)),
      tool("▸", words.next, () => go(1)),
    );
  }
  bar.append(tool("✕", words.close, stop));
  bar.dataset.kind = kind;
  bar.addEventListener("keydown", event => event.key === "Escape" && stop());
  required("#table").append(bar);
  at = 0;
  go(0);
  $$("button", bar).at(-2)?.focus();
}

/** @param {string} sign @param {string} called @param {() => void} onclick */
function tool(sign, called, onclick) {
  return make("button", sign, { type: "button", className: "plain", ariaLabel: called, onclick });
}

/** @param {number} by */
function go(by) {
  putOut();
  at = (at + by + steps.length) % steps.length;
  const { lit, values, refused } = steps[at];
  if (!refused) for (const choice of choicesFor(values)) choice.classList.add(ALONG);
  for (const place of lit) place.classList.add(refused ? REFUSED : LIT);
  lit[0].scrollIntoView({ block: "nearest" });
  const what = refused || lit.map(getAccessibleName).filter(Boolean).join(", ") || bar.dataset.kind;
  required("p", bar).textContent = `${at + 1}/${steps.length} ${what}`;
}

function putOut() {
  for (const place of $$(`.${LIT}, .${ALONG}`)) place.classList.remove(LIT, ALONG);
  for (const place of steps[at]?.lit || []) place.classList.remove(REFUSED);
}

function stop() {
  putOut();
  bar.remove();
}

offer();
document.addEventListener("drawer:loaded", offer);
document.addEventListener("table:updated", () => {
  stop();
  offer();
});
document.addEventListener("click", event => {
  const button = event.target.closest("[data-shows]");
  if (button) show(button);
});
