/* Draws queued entries on the board, shows the next step of a turn offline, and animates pieces. */
import { isOnline, isUsingOfflineApp } from "./connection.js";
import { $, $$, getFormValue, isVisible, make, required } from "./dom.js";
import { highlightTargets, restoreChoice } from "./move_form.js";
import * as outbox from "./outbox.js";
import { actingSeat, code, shownVersion } from "./page.js";

/* A queued entry is drawn at its target: a dashed outline, a badge and the piece. The rest of the board shows the
   last state from the server; the offline app draws the move itself. If the server later refuses an entry, the piece
   is drawn tilted on its target and can be chosen again. */

const drawnKeys = new Set(); // keys of entries that were drawn before
const restoredKeys = new Set(); // keys of refused entries whose choice was restored

/** @param {ParentNode} page */
export function removeQueuedPieces(page) {
  for (const element of $$(".queued, .queued-piece", page)) element.remove();
  for (const name of ["data-waiting", "data-covered", "data-refused"])
    for (const place of $$(`:is(#board, #move-form, #seats) [${name}]`, page))
      place.removeAttribute(name);
}

export function drawQueuedEntries() {
  if (!code) return;
  const entries = outbox.waiting(code).filter(entry => !outbox.isHeld(entry));
  const open = isOnline() ? entries : outbox.notDrawn(code);
  const parts = open.map(findTargetsAndPiece); // measured before anything is written
  removeQueuedPieces(document);
  if (isUsingOfflineApp())
    drawCountOffline(entries.filter(({ key }) => outbox.answeredOffline.has(key)));
  else if (!open.length) drawCountOffline(entries);
  for (const [at, entry] of open.entries())
    drawEntry(entry, parts[at], entries.findIndex(({ key }) => key === entry.key) + 1);
  if (isOnline()) restoreRefused(outbox.refused(code));
  const newest = $("#now > [name=of]")?.value; // another phone's entry can be undone until a newer one exists
  for (const form of $$("[data-if-newest]")) form.hidden = form.dataset.ifNewest !== newest;
  showNextStep();
}

/** If the offline app drew the moves, count them at the newest one's target. @param {QueuedEntry[]} entries */
function drawCountOffline(entries) {
  if (!entries.length) return;
  const places = $$("#board [data-last]");
  for (const place of places) place.dataset.waiting = `${entries.length}`;
  drawPiece(places, `↑${entries.length}`);
  for (const { body } of entries) {
    const seat = $(`#seats > .c${getFormValue(body, "seat")}`);
    if (seat) seat.dataset.waiting = "";
  }
}

/** Draw an entry. Its piece is no longer chosen, so that no other target is highlighted for it.
   @param {QueuedEntry} entry @param {ReturnType<typeof findTargetsAndPiece>} parts @param {number} number */
function drawEntry(entry, { places, piece: chosen }, number) {
  for (const place of places) place.dataset.waiting = `${number}`;
  drawPiece(places, `↑${number}`, entry);
  const piece = places[0] && $(".queued-piece > *", places[0]);
  places[0]?.toggleAttribute("data-covered", Boolean(piece));
  if (drawnKeys.has(entry.key)) return;
  drawnKeys.add(entry.key);
  if (piece) {
    animatedTargets.add(places[0]); // so that it is not animated again when the server accepts it
    animate(piece, offsetFrom(required("#move-form"), piece));
  }
  if (!entry.at || !chosen) return;
  chosen.checked = false;
  highlightTargets();
}

/** Restore the choice of a refused entry while the page asks this seat for such a move. @param {QueuedEntry[]} entries */
function restoreRefused(entries) {
  const entry = entries.find(({ away }) => away) ?? entries.find(({ at }) => at);
  if (!entry) return;
  if (entry.away) {
    const { places } = findTargetsAndPiece(entry);
    for (const place of places) place.dataset.refused = "";
    drawPiece(places, "!", entry);
  }
  if (!canEnterAgain(entry)) restoredKeys.delete(entry.key);
  else if (!restoredKeys.has(entry.key) && restoreChoice(entry.body)) {
    restoredKeys.add(entry.key);
    highlightTargets();
  }
}

/** @param {QueuedEntry} entry */
function canEnterAgain({ body }) {
  const move = getFormValue(body, "move");
  if (!move || actingSeat() !== getFormValue(body, "seat")) return false;
  return $$("#move-form :is(button, input), button[form=move-form]").some(
    ({ name, value }) => getFormValue(new URLSearchParams([[name, value]]), "move") === move,
  );
}

/** Return the targets of an entry, and the chosen piece. The targets are, in this order: the control that was tapped;
   the entry's controls on the board, even if they are disabled now; the board of the seat; the whole board; or the
   control, if a dialog covers the board. The target of an undo is that of the entry it undoes.
   @param {QueuedEntry} entry @returns {{ places: HTMLElement[], piece?: Control }} */
function findTargetsAndPiece({ at, body }) {
  if (getFormValue(body, "kind") === "undo") return { places: $$("#board [data-last]") };
  if (!getFormValue(body, "move")) return { places: [] };
  const controls = [...new URLSearchParams(body)]
    .map(field => field.map(CSS.escape))
    .flatMap(([name, value]) => $$(`#table :is(button, input)[name="${name}"][value="${value}"]`));
  const boxes = at ? [] : controls.map(control => control.closest("#board label")).filter(Boolean);
  const own = document.getElementById(at || `board-${getFormValue(body, "seat")}`);
  const place = [own, $("#board > *"), ...controls].filter(Boolean).find(isOnScreen);
  return {
    places: boxes.length || !place ? boxes : [$(":scope > .face", place) ?? place],
    piece: controls.find(control => control.matches("#move-form label > input")),
  };
}

/** Return whether an element is visible without scrolling. @param {Element} place */
function isOnScreen(place) {
  const { top, bottom } = place.getBoundingClientRect();
  const board = (place.closest("#board") ?? document.body).getBoundingClientRect();
  return isVisible(place) && top < board.bottom && bottom > board.top;
}

/** Add the piece of an entry to its first target, and one badge for all targets to the last of them.
   @param {Element[]} places @param {string} text */
function drawPiece(places, text, { laid = "" } = {}) {
  places[0]?.insertAdjacentHTML("beforeend", laid);
  const last = places.at(-1)?.closest("[data-target]") ?? places.at(-1);
  last?.append(make("i", text, { className: "queued", ariaHidden: "true" }));
}

/* After an offline entry, the move form shows the next step of the turn if that is known. Otherwise it is hidden,
   since its content is outdated. The attribute data-after lists the moves after which a part of the form, or a
   template with the next step, is still correct. data-where is a selector that the entry's target must match. */

/** @type {Element | null} */
let shownStep = null;

function showNextStep() {
  const moveForm = $("#move-form");
  if (!moveForm) return;
  const waiting = isOnline() || isUsingOfflineApp() ? [] : outbox.notDrawn(code);
  const step = waiting.reduce(findStepAfter, moveForm);
  const shown = $("#next-step");
  moveForm.hidden = !step;
  if (shown && shownStep === step) return;
  shownStep = step;
  shown?.remove();
  if (!(step instanceof HTMLTemplateElement)) return;
  moveForm.prepend(make("div", "", { id: "next-step" }));
  moveForm.firstElementChild?.append(step.content.cloneNode(true));
}

/** Return what the move form shows after an entry: a template, what it showed before, or null.
   @param {HTMLElement | null} before @param {QueuedEntry} entry */
function findStepAfter(before, { body }) {
  const after = `[data-after~="${CSS.escape(getFormValue(body, "move") ?? "")}"]`;
  const targets = $$("#board [data-waiting]");
  const next = $$(`#move-form template${after}`).find(
    ({ dataset: { where } }) =>
      !where || targets.some(place => place.matches(where) || $(where, place)),
  );
  return next ?? ($(`#move-form ${after}:not(template)`) && before);
}

/* The piece of the newest entry is animated once. It starts at the move form if this phone entered it, otherwise at
   the seat. If the piece did not change, or is no piece, it only moves down. */

const lastPieces = new WeakMap(); // the piece last seen at each target
const animatedTargets = new Set(); // targets whose piece was animated before the server answered
let animatedVersion = shownVersion();

export async function animateNewest() {
  await new Promise(requestAnimationFrame); // after the layout
  if (shownVersion() === animatedVersion) return;
  animatedVersion = shownVersion();
  const isOwn = outbox.ownEntries().some(entry => outbox.versionSeen(entry) < animatedVersion);
  const from = $(isOwn ? "#move-form" : "#seats [data-last]");
  for (const place of $$("#board [data-last]")) {
    const piece = place.matches("i") ? place : $(".tile, .piece:not(.bare, .symbol)", place);
    const isNew = piece && from && lastPieces.get(place) !== piece.outerHTML;
    lastPieces.set(place, piece?.outerHTML);
    if (!animatedTargets.delete(place))
      animate(isNew ? piece : place, isNew ? offsetFrom(from, piece) : "0 -0.6rem");
  }
  animatedTargets.clear();
}

/** @param {Element} place @param {Element} piece */
function offsetFrom(place, piece) {
  const from = place.getBoundingClientRect();
  const to = piece.getBoundingClientRect();
  return `${from.x + from.width / 2 - to.x - to.width / 2}px ${from.y - to.y}px`;
}

/** @param {Element} piece @param {string} offset */
function animate(piece, offset) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const frames = { translate: [offset, "0 0"], opacity: [0.2, 1] };
  piece.animate(frames, { duration: 150, easing: "ease-out" });
}
