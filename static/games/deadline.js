/* The drawing board of The Pyramid's Deadline: after a die is chosen, every place where its stone fits is shown on
   the tomb. A finger on the drawing shows a preview of the nearest one, and lays the stone when it lifts. The choice
   is stored in the form's fields. */
import { $, $$, enclosing, onEvent, required, splitWords } from "../js/dom.js";
import { showPrompt } from "../js/move_form.js";
import { get, put } from "../js/storage.js";
import { NEW_MS } from "../js/tap_guard.js";
import * as plan from "./deadline_plan.js";

/** @import { Place } from "./deadline_plan.js" */

/** @type {ReturnType<typeof plan.parseFits>} */
let fits = {}; // by shape and orientation: the places, and the size of the tomb afterwards
/** @type {string | null} */
let turn = null; // the turn for which the choices were made
let stone = "new"; // the chosen stone: "new" or "reserve"
/** @type {number | null} */
let orientation = null; // the number of its orientation, after the first turn or flip
/** @type {Control | null} */
let dragged = null; // the element under the finger: a die, the stone in reserve, or the drawing
let sliding = false;
/** @type {{ x: number, y: number } | null} */
let tappedPoint = null; // the point on the tomb, in its units, that was tapped before a die
let chosenAt = -Infinity; // the time at which the place was chosen
/** The start of the touch, the place that was seen and chosen then, and whether the finger has moved.
   @type {{ x: number, y: number, chosen?: Place | null, slid: boolean }} */
let pressed = { x: 0, y: 0, slid: false };
let laidAt = -Infinity; // the time of the last stone

const REPEAT_MS = 500;
const LAID_KEY = "deadline-laid"; // stored once this phone has laid a stone
const MAX_TAP_MOVE_PX = 12; // pixels that a finger may move during a tap

const getDieInputs = () => $$("#palette input[name=die]"); // an answer to an earlier entry has fields of the same name
const findChosenDie = () => $("#palette input[name=die]:checked");
const getColumnField = () => required("select[name=column]");
const getMainButton = () => required("#palette button.main");

/** @param {string} which */
const getShape = which =>
  (which === "reserve" ? $("#reserve") : findChosenDie())?.dataset.gives ?? "";
/** @param {string} which */
const getWays = which => fits[getShape(which)] ?? [];
/** @param {string} which */
const fitsSomewhere = which => getWays(which).some(way => way.places.length);

const getPlaces = () =>
  findChosenDie()?.dataset.gives ? plan.listPlaces(getWays(stone), orientation) : [];

function findChosenPlace() {
  const value = $("input[name='stone turn']:checked")?.value;
  const at = getColumnField().value;
  if (!at) return;
  return getPlaces().find(({ way, column }) => value === `${stone} ${way}` && at === `${column}`);
}

/** @param {Place | null | undefined} place */
function choosePlace(place) {
  if (place === findChosenPlace()) return;
  chosenAt = performance.now();
  for (const input of $$("input[name='stone turn']"))
    input.checked = input.value === `${stone} ${place?.way ?? orientation}`; // a reload then keeps the orientation
  getColumnField().value = `${place?.column ?? ""}`;
  showForm();
}

/** Choose a stone. If it fits nowhere and the other one does, choose the other. @param {string} which */
function chooseStone(which) {
  const other = which === "new" ? "reserve" : "new";
  stone = fitsSomewhere(which) || !fitsSomewhere(other) ? which : other;
  orientation = null;
  storeChoice();
  choosePlace(null);
}

/** @param {string} action */
const findNextOrientation = action => plan.turnOrientation(getWays(stone), orientation, action);

/** Lay the stone of a die that was chosen after its place. @param {{ x: number, y: number }} point */
function layAtPoint(point) {
  const place = plan.findPlaceNear(point, getPlaces());
  if (!place) return;
  choosePlace(place);
  if (!plan.isDrawingSmall()) layStone();
}

/** Return whether a die's stone fits at the tapped point. @param {HTMLElement} die */
function fitsAtPoint(die) {
  const all = (fits[die.dataset.gives] ?? []).flatMap(way => way.places);
  return Boolean(tappedPoint && plan.findPlaceNear(tappedPoint, all));
}

/** @param {{ x: number, y: number } | null} point */
function setTappedPoint(point) {
  tappedPoint = point;
  storeChoice();
}

/* Store the tapped point, or that the stone in reserve is chosen, in a field that is not part of the entry, so that a
   reload keeps it. */
function storeChoice() {
  const field = $("#aim");
  const choice = tappedPoint ?? (stone === "reserve" ? stone : null);
  if (field) field.value = choice ? JSON.stringify(choice) : "";
}

/* Choices belong to one turn. A page may be loaded with choices. */
function startTurn() {
  const hand = $("[data-turn-of]");
  const now = hand?.dataset.turnOf ?? "";
  fits = plan.parseFits(hand?.dataset.fits);
  laidAt = -Infinity;
  if (turn === null) {
    const choice = JSON.parse($("#aim")?.value || "null");
    if (choice === "reserve") stone = choice;
    else setTappedPoint(choice);
    const stored = $("input[name='stone turn']:checked")?.value.split(" ");
    if (stored) [stone, orientation] = [stored[0], Number(stored[1])];
  } else if (now !== turn) clearChoices();
  else setTappedPoint(null);
  turn = now;
  showForm();
}

function clearChoices() {
  endDrag();
  [stone, orientation] = ["new", null];
  setTappedPoint(null);
  for (const input of $$("[data-turn-of] :checked:not(option)")) input.checked = false;
  for (const field of $$("[data-turn-of] :is(select, input[type=text])")) field.value = "";
}

function showForm() {
  if ($("#palette")) showChoice();
  if ($(".rolling")) showRoll();
}

function showChoice() {
  const die = findChosenDie();
  const place = findChosenPlace();
  required("#reserve").disabled = !die?.dataset.gives;
  required("#reserve").ariaPressed = String(Boolean(die) && stone === "reserve");
  for (const button of $$("[data-deed]"))
    button.disabled =
      !die?.dataset.gives || findNextOrientation(button.dataset.deed) === orientation;
  showMainButton(die, place);
  plan.showPlaces(getPlaces(), place);
  plan.showPreview(place);
  showHeldStone(die, place);
  if (tappedPoint && !die) plan.showPendingTarget(tappedPoint);
  showTurnPrompt(die, place);
}

/** Show the chosen stone as it lies at the chosen place, or at most places.
   @param {HTMLInputElement | null} die @param {Place | null | undefined} place */
function showHeldStone(die, place) {
  const inHand = die && getFaceInHand(die);
  const ways = getPlaces().map(place => place.way);
  /** @param {number} way */
  const times = way => ways.filter(other => other === way).length;
  const way = place?.way ?? [...ways].sort((one, other) => times(other) - times(one))[0];
  const drawing = $(`[data-shape="${getShape(stone)}"] input[value="${stone} ${way}"] + .stone`);
  for (const face of $$("#palette .face")) {
    const first = required(".stone:not(.turned)", face);
    const turned = face === inHand && drawing?.cloneNode(true);
    $(".turned", face)?.remove();
    first.toggleAttribute("hidden", Boolean(turned));
    if (!turned) continue;
    turned.classList.add("turned");
    first.after(turned);
  }
}

/** Show the prompt. Until this phone has laid a stone, it explains how.
   @param {HTMLInputElement | null} die @param {Place | null | undefined} place */
function showTurnPrompt(die, place) {
  for (const other of getDieInputs()) {
    const isElsewhere = Boolean(tappedPoint && !die) && !fitsAtPoint(other);
    enclosing("label", other).classList.toggle("elsewhere", isElsewhere);
  }
  if (!die) showPrompt(tappedPoint ? (getDieInputs().some(fitsAtPoint) ? "what" : "nothing") : "");
  else if (!die.dataset.gives || place) showPrompt("");
  else if (!get(LAID_KEY)) showPrompt(required("#palette").dataset.first);
  else showPrompt("where", required(".quiet", getFaceInHand(die)).textContent.trim());
}

/** @param {HTMLInputElement} die */
const getFaceInHand = die => (stone === "new" ? enclosing("label", die) : required("#reserve"));

/** @param {HTMLInputElement | null} die @param {Place | null | undefined} place */
function showMainButton(die, place) {
  const dies = die && !die.dataset.gives;
  const aside = die && !dies && !["new", "reserve"].some(fitsSomewhere);
  const button = getMainButton();
  button.value = dies ? "BringDeath" : aside ? "SetAside" : "Build";
  button.disabled = !dies && !aside && !place;
  const { dataset } = button;
  if (dies) button.textContent = dataset.death;
  else if (aside) button.textContent = dataset.aside;
  else if (place) button.textContent = dataset.brings.replace("#", `${plan.countPoints(place)}`);
  else button.textContent = die ? dataset.where : dataset.build;
}

/** With large text, the drawing may continue below the move form. @param {MouseEvent} event */
function isOnDrawing({ clientX, clientY }) {
  const { top, bottom } = required("#tomb").getBoundingClientRect();
  const isVisible = document.elementFromPoint(clientX, clientY)?.closest("#board");
  return top < clientY && clientY < bottom && Boolean(isVisible);
}

/** Follow the finger. The stone is laid if the finger lifts over the drawing. @param {PointerEvent} event */
function followFinger(event) {
  if (!dragged) return;
  const over = isOnDrawing(event);
  if (over && !sliding) chooseDragged();
  if (!over && sliding) choosePlace(null);
  sliding = over && required("#tomb").classList.contains("choosing");
  if (!sliding) return;
  const moved = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
  pressed.slid ||= moved > MAX_TAP_MOVE_PX;
  choosePlace(plan.findPlaceNear(plan.getPointAt(event), getPlaces(), !pressed.slid));
}

function chooseDragged() {
  if (!dragged || dragged.id === "tomb") return;
  if (dragged.id === "reserve") {
    if (stone !== "reserve") chooseStone("reserve");
  } else if (!dragged.checked || stone === "reserve") {
    dragged.checked = true;
    chooseStone("new");
  }
}

/* If places are close together, the first tap chooses one and the next tap lays the stone. */
function dropStone() {
  const place = sliding && findChosenPlace();
  if (place && (pressed.slid || !plan.isDrawingSmall() || place === pressed.chosen)) layStone();
  endDrag();
}

function layStone() {
  if (performance.now() - laidAt < REPEAT_MS) return; // a trembling finger lays only one stone
  laidAt = performance.now();
  put(LAID_KEY, "yes");
  getMainButton().click();
}

function endDrag() {
  dragged = null;
  sliding = false;
}

/** @param {SVGElement} strip */
function layAtStrip(strip) {
  choosePlace(getPlaces()[Number(strip.dataset.place)]);
  layStone();
}

/* The dice of a roll, entered one by one. */

const getEnteredFaces = () => splitWords(required(".rolling input").value);

function showRoll() {
  const rolling = required(".rolling");
  const faces = getEnteredFaces();
  const count = Number(rolling.dataset.count);
  for (const button of $$("[data-add]", rolling)) {
    const times = faces.filter(face => face === button.dataset.add).length;
    button.disabled = button.dataset.add ? faces.length >= count : !faces.length;
    const shown = $("small", button);
    if (shown) shown.textContent = times ? `× ${times}` : "";
  }
  const soFar = required(".so-far", rolling);
  soFar.textContent = soFar.dataset.words.replace("#", `${faces.length}`);
  const main = required(".main", rolling);
  main.disabled = !faces.length;
  main.textContent = faces.length < count && faces.length ? main.dataset.rest : main.dataset.full;
}

onEvent("change", "[name=die]", () => {
  const point = tappedPoint;
  setTappedPoint(null);
  chooseStone("new");
  if (point) layAtPoint(point);
});

onEvent("click", "#strips rect", (strip, event) => event.detail || layAtStrip(strip));
onEvent("click", "#tomb", (_, event) => {
  if (!$("#palette") || findChosenDie()) return;
  setTappedPoint(tappedPoint ? null : plan.getPointAt(event));
  showForm();
});
onEvent("click", "#move-form [data-deed]", button => {
  orientation = findNextOrientation(button.dataset.deed);
  choosePlace(null);
});
onEvent("click", "#reserve", () => chooseStone(stone === "reserve" ? "new" : "reserve"));
onEvent("input", ".rolling input", showRoll);
onEvent("click", ".rolling .main", () => {
  const faces = getEnteredFaces();
  while (faces.length < Number(required(".rolling").dataset.count)) faces.push("square");
  required(".rolling input").value = faces.join(" ");
});
onEvent("focusin", "#strips rect:focus-visible", strip =>
  choosePlace(getPlaces()[Number(strip.dataset.place)]),
);
onEvent("keydown", "#strips rect", (strip, event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  layAtStrip(strip);
});

document.addEventListener("pointerdown", event => {
  const under = event.target.closest?.("#palette .face:not(:disabled), #tomb.choosing");
  dragged = under?.control ?? under ?? null;
  const isSeen = dragged && performance.now() - chosenAt >= NEW_MS;
  const chosen = isSeen ? findChosenPlace() : null;
  pressed = { x: event.clientX, y: event.clientY, chosen, slid: false };
  followFinger(event);
});
document.addEventListener("pointermove", followFinger);
document.addEventListener("pointerup", dropStone);
document.addEventListener("pointercancel", () => {
  if (sliding) choosePlace(null);
  endDrag();
});

document.addEventListener("table:updated", startTurn);
startTurn();
