/* Targets on the board: a choice highlights those listed for it in `#lights`, with what each would bring. A target
   with a `shade` shows the piece that would be placed. If a target is tapped first, it waits for its piece: pieces
   that may go there stay bright, and the next choice is entered there. */
import { isOnline } from "./connection.js";
import { $, $$, enclosing, isVisible, getAccessibleName, onEvent } from "./dom.js";
import { actingSeat } from "./page.js";
import { closeSheets, openSheet } from "./bottom_sheets.js";

/** @type {HTMLInputElement | null} */
let chosenInput = null;
/** @type {{ name: string, seat?: string } | null} */
let pendingTarget = null; // the target that waits for its piece, by name, and the seat for which it was tapped

const findChoice = () =>
  chosenInput?.isConnected && chosenInput.checked ? chosenInput : $("input[data-lights]:checked");

const choices = () => $$("input[data-lights]");

/** Return a data attribute of #lights: by choice the names of its targets, or the notes of each target.
   @param {string} name */
const readLights = name => JSON.parse($("#lights")?.dataset[name] ?? "{}");
/** @param {HTMLElement | null} chosen */
const findTargets = (chosen, lights = readLights("lights")) =>
  lights[chosen?.dataset.lights ?? ""] ?? [];

const findPendingTarget = () =>
  pendingTarget && $(`button[data-target="${CSS.escape(pendingTarget.name)}"]`);

export function initTargets() {
  onEvent("change", "input[data-lights]", (chosen, { isTrusted }) => {
    for (const target of isTrusted ? $$("[data-target].refused-here") : [])
      target.classList.remove("refused-here");
    handleChoice(chosen);
    highlightTargets();
  });
  onEvent("click", "button[data-target]", (target, event) => {
    if (findChoice()) return;
    event.preventDefault();
    if (choices().length) setPendingTarget(target);
  });
}

/** Handle a choice. With the keyboard, each arrow key chooses, so nothing is entered before the target is pressed,
   and the sheet stays open.
   @param {HTMLInputElement} chosen */
function handleChoice(chosen) {
  const target = findPendingTarget();
  pendingTarget = null;
  chosenInput = chosen;
  if (chosen.matches(":focus-visible")) return;
  if (findTargets(chosen).length) closeSheets();
  target?.form?.requestSubmit(target);
}

/** @param {HTMLButtonElement} target */
function setPendingTarget(target) {
  const again = target === findPendingTarget();
  pendingTarget = again ? null : { name: target.dataset.target, seat: actingSeat() };
  const sheet = choices()[0].closest("dialog");
  if (!again && sheet && !choices().some(option => isVisible(enclosing("label", option))))
    openSheet(sheet);
  highlightTargets();
}

/* An entry or the next turn clears the target that waits. */
export function clearPendingTarget() {
  pendingTarget = null;
  highlightTargets();
}

export function highlightTargets() {
  if (!choices().length || pendingTarget?.seat !== actingSeat()) pendingTarget = null;
  showTargets();
  showChoices();
}

function showTargets() {
  const chosen = findChoice();
  const places = findTargets(chosen);
  const notes = readLights("notes")[chosen?.dataset.lights ?? ""] ?? {};
  const piece = chosen && $("use", enclosing("label", chosen))?.getAttribute("href");
  if (chosen) $("#board")?.setAttribute("data-chosen", chosen.value);
  else $("#board")?.removeAttribute("data-chosen");
  for (const target of $$("[data-target]")) {
    const isLit = target.form === chosen?.form && places.includes(target.dataset.target);
    if (!isLit && !target.classList.contains("lit")) continue;
    target.classList.toggle("lit", isLit);
    const note = $(".note", target);
    $(".shade use", target)?.setAttribute("href", (isLit && piece) || "#");
    if (note)
      note.textContent = (isLit && (notes[target.dataset.target] ?? chosen?.dataset.note)) || "";
  }
}

function showChoices() {
  const target = findPendingTarget();
  for (const other of $$("[data-target][aria-pressed]")) other.removeAttribute("aria-pressed");
  target?.setAttribute("aria-pressed", "true");
  const lights = readLights("lights");
  /** @param {HTMLElement} option */
  const fits = option => findTargets(option, lights).includes(target?.dataset.target);
  for (const option of choices())
    enclosing("label", option).classList.toggle("elsewhere", Boolean(target) && !fits(option));
  if (target) return showPrompt(choices().some(fits) ? "what" : "nothing");
  if (!choices().length) return;
  const chosen = findChoice();
  const hasPlace = [chosen ?? choices()].flat().some(option => findTargets(option, lights).length);
  if (!chosen) return showPrompt(hasPlace ? "" : "stuck");
  showPrompt(hasPlace ? "where" : "nowhere", getAccessibleName(chosen.closest("label")));
}

/* The prompt above the move form asks for the missing part of a choice. */

/** Show a question by its name, or as text. Empty text restores the prompt. @param {string} question */
export function showPrompt(question, piece = "") {
  const line = $("#prompt .question");
  const words = line && (line.dataset[question] ?? question).replace("#", piece);
  if (!line || line.textContent === words) return;
  line.textContent = words;
  line.classList.remove("tight");
  requestAnimationFrame(() => {
    const awaited = $("#prompt .awaited"); // measured after all changes of this frame
    if (awaited && line.offsetHeight > awaited.offsetHeight) line.classList.add("tight");
  });
}

/* Show in advance what a choice leads to. A response is dropped when the choice changes. */

export function initPreviews() {
  htmx.registerExtension("foretell", {
    htmx_config_request(place) {
      const chosen = place.dataset.foretell;
      if (!chosen) return true;
      htmx.trigger(place, "htmx:abort");
      place.replaceChildren();
      return isOnline() && Boolean($(chosen));
    },
  });
}
