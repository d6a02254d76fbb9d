/* Legal spots: a choice lights those that `#lights` names for it, and says on each what would come of it. A spot with
   a `shade` shows the piece that would stand there. A spot that is tapped before anything is chosen waits for its piece: what may go there
   stays bright, and what is chosen next is entered there. */
import { isOnline } from "./connection.js";
import { $, $$, enclosing, isVisible, getAccessibleName } from "./dom.js";
import { actingSeat } from "./page.js";
import { closeSheets, openSheet } from "./bottom_sheets.js";

/** @type {HTMLInputElement | null} */
let picked = null;
/** @type {{ name: string, seat?: string } | null} */
let aim = null; // the spot that waits for its piece, by name, and the seat it was tapped for

const choice = () =>
  picked?.isConnected && picked.checked ? picked : $("input[data-lights]:checked");

const choices = () => $$("input[data-lights]");

/** By choice the names of the spots where it may go, and by spot what would come of it.
   @param {string} what */
const told = what => JSON.parse($("#lights")?.dataset[what] ?? "{}");
/** @param {HTMLElement | null} chosen */
const litBy = (chosen, lights = told("lights")) => lights[chosen?.dataset.lights ?? ""] ?? [];

/** @param {HTMLElement} chosen @param {Record<string, string[]>} [lights] */
const goesSomewhere = (chosen, lights) => litBy(chosen, lights).length > 0;

const waiting = () => aim && $(`button[data-target="${CSS.escape(aim.name)}"]`);

export function initTargets() {
  document.addEventListener("change", event => {
    if (event.isTrusted) putAwayRefused(event.target);
    if (!event.target.matches("input[data-lights]")) return;
    pick(event.target);
    highlightTargets();
  });
  document.addEventListener("click", event => {
    const spot = event.target.closest("button[data-target]");
    if (!spot || choice()) return;
    event.preventDefault();
    if (choices().length) waitFor(spot);
  });
}

/** A person who chooses anew has seen why a place was refused. @param {HTMLInputElement} chosen */
function putAwayRefused(chosen) {
  if (!chosen.matches("input[data-lights]")) return;
  for (const spot of $$("[data-target].refused-here")) spot.classList.remove("refused-here");
}

/** By keyboard each arrow chooses, so that nothing is entered before the spot is pressed, and a sheet stays.
   @param {HTMLInputElement} chosen */
function pick(chosen) {
  const spot = waiting();
  aim = null;
  picked = chosen;
  if (chosen.matches(":focus-visible")) return;
  if (goesSomewhere(chosen)) closeSheets();
  spot?.form?.requestSubmit(spot);
}

/** @param {HTMLButtonElement} spot */
function waitFor(spot) {
  const again = spot === waiting();
  aim = again ? null : { name: spot.dataset.target, seat: actingSeat() };
  const sheet = choices()[0].closest("dialog");
  if (!again && sheet && !choices().some(one => isVisible(enclosing("label", one)))) openSheet(sheet);
  highlightTargets();
}

/* A choice ends with an entry of this phone, and with the turn. */
export function clearPendingTarget() {
  aim = null;
  highlightTargets();
}

export function highlightTargets() {
  if (!choices().length || aim?.seat !== actingSeat()) aim = null;
  lightSpots();
  lightChoices();
}

function lightSpots() {
  const chosen = choice();
  const places = litBy(chosen);
  const notes = told("notes")[chosen?.dataset.lights ?? ""] ?? {};
  const piece = chosen?.closest("label")?.querySelector("use")?.getAttribute("href") || "";
  for (const spot of $$("[data-target]")) {
    const isLit = spot.form === chosen?.form && places.includes(spot.dataset.target);
    spot.classList.toggle("lit", isLit);
    const note = $(".note", spot);
    $(".shade use", spot)?.setAttribute("href", isLit ? piece : "");
    if (note)
      note.textContent = (isLit && (notes[spot.dataset.target] ?? chosen?.dataset.note)) || "";
  }
}

function lightChoices() {
  const spot = waiting();
  for (const other of $$("[data-target][aria-pressed]")) other.removeAttribute("aria-pressed");
  spot?.setAttribute("aria-pressed", "true");
  const lights = told("lights");
  let fits = false;
  for (const one of choices()) {
    const goes = litBy(one, lights).includes(spot?.dataset.target);
    enclosing("label", one).classList.toggle("elsewhere", Boolean(spot) && !goes);
    fits ||= goes;
  }
  if (spot) showPrompt(fits ? "what" : "nothing");
  else if (choices().length) askWhere(choice(), lights);
}

/** @param {HTMLInputElement | null} chosen @param {Record<string, string[]>} lights */
function askWhere(chosen, lights) {
  const goes = chosen && goesSomewhere(chosen, lights);
  if (chosen) showPrompt(goes ? "where" : "nowhere", getAccessibleName(chosen.closest("label")));
  else showPrompt(choices().some(one => goesSomewhere(one, lights)) ? "" : "stuck");
}

/* The line above the hand: while something is half chosen, it asks for the rest. */

/** One of its questions by name, or words of one's own; nothing, and it says again what is awaited.
   @param {string} question */
export function showPrompt(question, piece = "") {
  const line = $("#prompt .question");
  const words = line && (line.dataset[question] ?? question).replace("#", piece);
  if (!line || line.textContent === words) return;
  line.textContent = words;
  line.classList.remove("tight");
  requestAnimationFrame(() => tighten(line)); // all that this frame shows is written by then
}

/** @param {HTMLElement} line */
function tighten(line) {
  const awaited = $("#prompt .awaited");
  if (awaited && line.offsetHeight > awaited.offsetHeight) line.classList.add("tight");
}

/* Beside what is chosen, at once: what would come of it. An answer never outlives its question. */

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
