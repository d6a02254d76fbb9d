/* Finds the controls that enter a move, to highlight them or to fill in the form that changes an entry. */
import {
  $,
  $$,
  enclosing,
  findByIds,
  getAccessibleName,
  isVisible,
  make,
  onEvent,
  required,
} from "./dom.js";

/** Return whether a form's values contain all that a control submits. A button may set several fields.
   @param {Values} values @param {Control} control */
function hasControlValues(values, control) {
  const own = (control.value ?? "").split(" ");
  return (control.name ?? "")
    .split(" ")
    .every((name, place) => [values[name] ?? []].flat().includes(own[place]));
}

/* "Show me" closes the drawer and highlights on the board, step by step, where a kind of move can be made, and the pieces
   it is made with. */

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
  for (const step of all)
    step.elements = step.at.length ? findByIds(step.at.join(" ")) : findControls(step.values);
  /** @param {Step} one @param {Step} other */
  const isSame = ({ elements }, other) =>
    elements.length === other.elements.length &&
    elements.every(each => other.elements.includes(each));
  const different = all.filter((step, n) => all.findIndex(other => isSame(step, other)) === n);
  return different.filter(({ elements }) => elements.length);
}

/** Return the controls for a move. For one in a closed sheet, return the button that opens the sheet.
   @param {Values} values */
function findControls(values) {
  const controls = $$(".entry button[name], #below button[name]")
    .filter(control => control.name.includes("move") && hasControlValues(values, control))
    .map(control => {
      const sheet = control.closest("dialog:not([open])");
      return isVisible(control) ? control : $(`[commandfor="${sheet?.id}"]`);
    });
  return [...new Set(controls.filter(Boolean))];
}

/** Return the visible choices for a move, or the button that shows all choices. @param {Values} values */
function findChoices(values) {
  const labels = $$(".entry label :is([type=radio], [type=checkbox])[name]")
    .filter(choice => hasControlValues(values, choice))
    .map(choice => enclosing("label", choice));
  const shown = labels.map(label => (isVisible(label) ? label : $("#palette > button.all")));
  return shown.filter(Boolean).filter(isVisible);
}

/** Close the drawer and start. The page's styles must remain in the document. @param {HTMLElement} button */
function openHighlights(button) {
  for (const link of $$("#drawn link[data-stays]")) document.head.append(link);
  const drawer = enclosing("dialog", button);
  const newSteps = findSteps(button);
  if (!newSteps.length) return showUsefulButtons();
  const words = { ...button.dataset };
  drawer.addEventListener("close", () => beginSteps(newSteps, words), { once: true });
  required("form[method=dialog] button", drawer).click();
}

/** @param {Step[]} newSteps @param {Record<string, string>} words */
function beginSteps(newSteps, words) {
  stopHighlighting();
  steps = newSteps;
  bar = make("div", "", { className: "showing" });
  const back = makeBarButton("◂", words.back, () => goToStep(-1));
  const next = makeBarButton("▸", words.next, () => goToStep(1));
  const close = makeBarButton("✕", words.close, stopHighlighting);
  bar.append(make("p", "", { role: "status" }), ...(steps.length > 1 ? [back, next] : []), close);
  bar.dataset.kind = words.kind;
  bar.addEventListener("keydown", event => event.key === "Escape" && stopHighlighting());
  required("#table").append(bar);
  current = 0;
  goToStep(0);
  $$("button", bar).at(-2)?.focus();
}

/** @param {string} sign @param {string} ariaLabel @param {() => void} onclick */
const makeBarButton = (sign, ariaLabel, onclick) =>
  make("button", sign, { type: "button", className: "plain", ariaLabel, onclick });

/** @param {number} by */
function goToStep(by) {
  clearHighlights();
  current = (current + by + steps.length) % steps.length;
  const { elements, values, refused } = steps[current];
  for (const choice of refused ? [] : findChoices(values))
    choice.classList.add("highlighted-piece");
  for (const place of elements) place.classList.add(refused ? "refused-here" : "highlighted");
  elements[0].scrollIntoView({ block: "nearest" });
  const description =
    refused || elements.map(getAccessibleName).filter(Boolean).join(", ") || bar.dataset.kind;
  required("p", bar).textContent = `${current + 1}/${steps.length} ${description}`;
}

function clearHighlights() {
  for (const place of $$(".highlighted, .highlighted-piece"))
    place.classList.remove("highlighted", "highlighted-piece");
  for (const place of steps[current]?.elements ?? []) place.classList.remove("refused-here");
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
onEvent("click", "[data-shows]", openHighlights);

/* The form that changes an entry is filled in: its values are selected and its button is marked. */

for (const entry of $$("[data-was]")) prefill(entry);

/** @param {HTMLElement} entry */
function prefill(entry) {
  /** @type {Values} */
  const was = JSON.parse(entry.dataset.was);
  /** @type {Record<string, number>} */
  const filled = {}; // number of selects with each name that are filled
  for (const control of $$("[name]:not([type=hidden])", entry)) {
    if (control.matches("[type=radio], [type=checkbox]"))
      control.checked = hasControlValues(was, control);
    else if (control instanceof HTMLButtonElement) markIfEntered(control, was);
    else if (control instanceof HTMLSelectElement) fillSelect(control, was, filled);
    else control.value = [was[control.name ?? ""] ?? control.value ?? ""].flat().join(" ");
  }
  /** @param {HTMLInputElement} control */
  const place = control => [was[control.name]].flat().indexOf(control.value);
  const chosen = $$("input:checked", entry).sort((a, b) => place(a) - place(b));
  for (const control of chosen) control.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @param {HTMLButtonElement} button @param {Values} was */
function markIfEntered(button, was) {
  if (!button.name || button.hasAttribute("formaction") || !hasControlValues(was, button)) return;
  button.classList.add("chosen");
  button.setAttribute("aria-current", "true");
}

/** @param {HTMLSelectElement} select @param {Values} was @param {Record<string, number>} filled */
function fillSelect(select, was, filled) {
  const value = was[select.name];
  const place = filled[select.name] ?? 0;
  if (Array.isArray(value)) filled[select.name] = place + 1;
  const single = Array.isArray(value) ? value[place] : value;
  if ([...select.options].some(option => option.value === single)) select.value = single;
}
