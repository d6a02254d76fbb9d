/* What scripts draw on the board: entries that wait, the next step of the same turn, and pieces that fly to their places. */
import { restoreChoice } from "./choices.js";
import { isUsingOfflineApp, isOnline } from "./connection.js";
import { $, $$, isVisible, make, required } from "./dom.js";
import { getFormValue } from "./form_values.js";
import * as outbox from "./outbox.js";
import { actingSeat, dispatch, code, shownVersion } from "./page.js";

/* What was entered and is not answered yet is drawn where it belongs: its place has a dashed edge and a badge, and shows
   the piece. The board itself stays what was last heard; where this phone judges by itself, it has drawn the move. What
   is refused later lies askew on its place, and its piece is in the hand again. */

const drawn = new Set(); // the keys of taps that were drawn before
const given = new Set(); // the keys of those that were refused, and whose piece is in the hand again

/** @param {ParentNode} page */
export function removeQueuedPieces(page) {
  for (const made of $$(".queued, .queued-piece", page)) made.remove();
  for (const name of ["data-waiting", "data-covered", "data-refused"])
    for (const place of $$(`:is(#board, #move-form, #seats) [${name}]`, page))
      place.removeAttribute(name);
}

export function drawQueuedEntries() {
  if (!code) return;
  const taps = outbox.waiting(code).filter(tap => !outbox.isHeld(tap));
  const open = isOnline() ? taps : outbox.notDrawn(code);
  const parts = open.map(partsOf); // measured before anything is written
  removeQueuedPieces(document);
  if (isUsingOfflineApp()) drawJudged(taps.filter(({ key }) => outbox.answeredOffline.has(key)));
  else if (!open.length) drawJudged(taps);
  const keys = taps.map(({ key }) => key);
  for (const [at, tap] of open.entries()) drawTap(tap, parts[at], keys.indexOf(tap.key) + 1);
  if (isOnline()) giveBackRefused(outbox.refused(code));
  offerAnew();
}

/** Where this phone has drawn the moves itself: the place of the newest, and the numbers that count what waits.
   @param {QueuedEntry[]} taps */
function drawJudged(taps) {
  if (!taps.length) return;
  const places = $$("#board [data-last]");
  for (const place of places) place.dataset.waiting = `${taps.length}`;
  badge(places, `↑${taps.length}`);
  for (const { body } of taps) {
    const seat = $(`#seats > .c${getFormValue(body, "seat")}`);
    if (seat) seat.dataset.waiting = "";
  }
}

/** The piece leaves the hand: no other place is lit for it.
   @param {QueuedEntry} tap @param {ReturnType<typeof partsOf>} parts @param {number} number */
function drawTap(tap, { places, piece }, number) {
  for (const place of places) place.dataset.waiting = `${number}`;
  lay(tap, places, `↑${number}`);
  const laid = places[0] && $(".queued-piece > *", places[0]);
  places[0]?.toggleAttribute("data-covered", Boolean(laid));
  if (laid && !drawn.has(tap.key)) animateToTarget(places[0], laid);
  if (tap.at && piece && !drawn.has(tap.key)) {
    piece.checked = false;
    dispatch("entries:drawn");
  }
  drawn.add(tap.key);
}

/** Its piece is in the hand again, whenever the seat is asked for such a move. @param {QueuedEntry[]} taps */
function giveBackRefused(taps) {
  const tap = taps.find(tap => tap.away) ?? taps.find(tap => tap.at);
  if (!tap) return;
  if (tap.away) {
    const { places } = partsOf(tap);
    for (const place of places) place.dataset.refused = "";
    lay(tap, places, "!");
  }
  if (!isAsked(tap)) given.delete(tap.key);
  else if (!given.has(tap.key) && restoreChoice(tap.body)) {
    given.add(tap.key);
    dispatch("entries:drawn");
  }
}

/** @param {QueuedEntry} tap */
function isAsked({ body }) {
  const move = getFormValue(body, "move");
  const controls = $$("#move-form :is(button, input), button[form=move-form]");
  return (
    Boolean(move) &&
    actingSeat() === getFormValue(body, "seat") &&
    controls.some(
      ({ name, value }) => getFormValue(new URLSearchParams([[name, value]]), "move") === move,
    )
  );
}

/* What takes another phone's entry back is offered as long as nothing came after that. */
function offerAnew() {
  const newest = $("#now > [name=of]")?.value;
  for (const form of $$("[data-if-newest]")) form.hidden = form.dataset.ifNewest !== newest;
}

/** The places of an entry: where it was tapped; else its boxes on the board, also where nothing can be entered now; else
   the board of whose it is, the whole board, or the control where a choice covers that. What takes an entry back has the
   place of that. And the piece of the hand that it lays there.
   @param {QueuedEntry} tap @returns {{ places: HTMLElement[], piece?: Control }} */
function partsOf({ at, body }) {
  if (getFormValue(body, "kind") === "undo") return { places: $$("#board [data-last]") };
  if (!getFormValue(body, "move")) return { places: [] };
  const controls = [...new URLSearchParams(body)].flatMap(controlsOf);
  const boxes = at ? [] : controls.map(control => control.closest("#board label")).filter(Boolean);
  const own = document.getElementById(at || `board-${getFormValue(body, "seat")}`);
  const place = [own, $("#board > *"), ...controls].find(each => each && isOnGlass(each));
  return {
    places: boxes.length || !place ? boxes : [$(":scope > .face", place) ?? place],
    piece: controls.find(control => control.matches("#move-form label > input")),
  };
}

/** Whether any of it can be seen without a scroll. @param {Element} place */
function isOnGlass(place) {
  const { top, bottom } = place.getBoundingClientRect();
  const glass = (place.closest("#board") ?? document.body).getBoundingClientRect();
  return isVisible(place) && top < glass.bottom && bottom > glass.top;
}

/** @param {string[]} field */
const controlsOf = ([name, value]) =>
  $$(`#table :is(button, input)[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);

/** @param {QueuedEntry} tap @param {Element[]} places @param {string} text */
function lay({ laid = "" }, places, text) {
  places[0]?.insertAdjacentHTML("beforeend", laid);
  badge(places, text);
}

/** One for all of its places, at the last of them. @param {Element[]} places @param {string} text */
function badge(places, text) {
  const last = places.at(-1)?.closest("[data-target]") ?? places.at(-1);
  last?.append(make("i", text, { className: "queued", ariaHidden: "true" }));
}

/* After an entry without a line the hand goes on to the next step of the same turn, where that is known, or is put
   away: what it asks for is of before. The hand says what is still true after which moves (data-after): a part of
   it, or a template with the next step, which may ask for something at the place of the entry (data-where). */

/** @type {Element | null} */
let shownStep = null;

export function showNextStep() {
  const hand = code && $("#move-form");
  if (!hand) return;
  const waiting = isOnline() || isUsingOfflineApp() ? [] : outbox.notDrawn(code);
  const step = waiting.reduce(stepAfter, hand);
  const shown = $("#next-step");
  hand.hidden = !step;
  if (shown && shownStep === step) return;
  shownStep = step;
  shown?.remove();
  if (step instanceof HTMLTemplateElement) hand.prepend(stepDrawn(step));
}

/** What the hand shows after one more entry: a step of its own, what it showed before, or nothing.
   @param {HTMLElement | null} before @param {QueuedEntry} tap */
function stepAfter(before, { body }) {
  const after = `[data-after~="${CSS.escape(getFormValue(body, "move") ?? "")}"]`;
  const next = $$(`#move-form template${after}`).find(({ dataset }) => isThere(dataset.where));
  return next ?? ($(`#move-form ${after}:not(template)`) && before);
}

/** @param {string} where */
const isThere = where =>
  !where || $$("#board [data-waiting]").some(place => place.matches(where) || $(where, place));

/** @param {HTMLTemplateElement} step */
function stepDrawn(step) {
  const place = make("div", "", { id: "next-step" });
  place.append(step.content.cloneNode(true));
  return place;
}

/* What the newest entry laid flies to its place once: from the hand where this phone entered it, else from the sign of
   whose it is. What lies there already, or is no piece, only comes down. Nothing waits for it. */

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const laid = new WeakMap(); // what was seen to come to a place
const flown = new Set(); // places that a piece of this phone flew to before its entry was answered
let flownVersion = shownVersion();

export function initPieceAnimation() {
  htmx.registerExtension("fly", { htmx_after_swap: () => requestAnimationFrame(fly) }); // laid out once
}

/** From the hand, before it is known whether the piece may lie there; it does not fly again.
   @param {Element} place @param {Element} piece */
export function animateToTarget(place, piece) {
  flown.add(place);
  if (!isCalm.matches) animate(piece, wayFrom(required("#move-form"), piece));
}

function fly() {
  if (shownVersion() === flownVersion) return;
  flownVersion = shownVersion();
  const mine = outbox.ownEntries().some(tap => outbox.versionSeen(tap) < flownVersion);
  const from = $(mine ? "#move-form" : "#seats [data-last]");
  for (const place of isCalm.matches ? [] : $$("#board [data-last]")) {
    const piece = place.matches("i") ? place : $(".tile, .piece:not(.bare, .symbol)", place);
    const comes = piece && from && laid.get(place) !== piece.outerHTML;
    laid.set(place, piece?.outerHTML);
    if (!flown.delete(place))
      animate(comes ? piece : place, comes ? wayFrom(from, piece) : "0 -0.6rem");
  }
  flown.clear();
}

/** @param {Element} place @param {Element} piece */
function wayFrom(place, piece) {
  const from = place.getBoundingClientRect();
  const to = piece.getBoundingClientRect();
  return `${from.x + from.width / 2 - to.x - to.width / 2}px ${from.y - to.y}px`;
}

/** @param {Element} piece @param {string} way */
const animate = (piece, way) =>
  piece.animate(
    { translate: [way, "0 0"], opacity: [0.2, 1] },
    { duration: 150, easing: "ease-out" },
  );
