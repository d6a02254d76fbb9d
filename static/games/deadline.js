/* The drawing board of The Pyramid's Deadline: a die is taken, and every place where its stone can go is drawn
   on the tomb. A finger on the drawing shows what would come of the nearest one, and lays the stone as it
   lifts. What is chosen stands in the form itself. */
import { $, $$, enclosing, required } from "../js/dom.js";
import { splitWords } from "../js/form_values.js";
import { get, put } from "../js/storage.js";
import { NEW_MS } from "../js/tap_guard.js";
import { showPrompt } from "../js/targets.js";
import {
  isSmall,
  placeAt,
  placeNear,
  placesOf,
  pointAt,
  pointsOf,
  parseFits,
  showPendingTarget,
  showPreview,
  showPlaces,
  wayAfter,
} from "./deadline_plan.js";

/** @import { Place } from "./deadline_plan.js" */

/** @type {ReturnType<typeof parseFits>} */
let fits = {}; // by shape, each way to hold it: where it lies then, and what the tomb would measure
/** @type {string | null} */
let turn = null; // for which turn the choices were made
let stone = "new"; // the one in the hand: the new one, or the one in reserve
/** @type {number | null} */
let held = null; // the way it is held, once it was turned or flipped
/** @type {Control | null} */
let dragged = null; // what lies under the finger: the die, the stone in reserve, or the drawing
let sliding = false;
/** @type {{ x: number, y: number } | null} */
let aim = null; // where on the tomb, in its units, the drawing was tapped before a die
let chosenAt = -Infinity; // when the finger chose a place
/** @type {{ x: number, y: number, chosen?: Place | null, slid: boolean }} */
let pressed = { x: 0, y: 0, slid: false }; // where the finger came down, what was chosen then, and whether it has moved since
let laid = -Infinity; // when

const TREMBLE = 500;
const LAID = "deadline-laid"; // kept once this phone has laid a stone
const STILL = 12; // pixels that a finger moves in a tap

const dice = () => $$("#palette input[name=die]"); // an answer to an earlier entry has fields of that name, too
const chosenDie = () => dice().find(die => die.checked);
const column = () => required("select[name=column]");
const main = () => required("#palette button.main");

/** @param {string} either */
function shapeOf(either) {
  const from = either === "reserve" ? $("#reserve") : chosenDie();
  return from?.dataset.gives ?? "";
}

/** @param {string} either */
const waysOf = either => fits[shapeOf(either)] ?? [];
/** @param {string} either */
const fitting = either => waysOf(either).filter(way => way.places.length);

const places = () => (chosenDie()?.dataset.gives ? placesOf(waysOf(stone), held) : []);

function chosenPlace() {
  const value = $("input[name='stone turn']:checked")?.value;
  const at = column().value;
  /** @param {Place} place */
  const isChosen = place => value === `${stone} ${place.way}` && at === String(place.column);
  return at ? places().find(isChosen) : undefined;
}

/** @param {Place | null | undefined} place */
function choose(place) {
  if (place === chosenPlace()) return;
  chosenAt = performance.now();
  for (const input of $$("input[name='stone turn']")) {
    input.checked = input.value === `${stone} ${place?.way ?? held}`; // so that a reload keeps how it is held
  }
  column().value = `${place?.column ?? ""}`;
  show();
}

/** The new stone is in the hand, or the one in reserve where the new one fits nowhere.
   @param {string} either */
function take(either) {
  const other = either === "new" ? "reserve" : "new";
  stone = fitting(either).length || !fitting(other).length ? either : other;
  held = null;
  choose(null);
  show();
}

/** @param {string} deed */
function handle(deed) {
  held = after(deed);
  choose(null);
  show();
}

/** @param {string} deed */
const after = deed => wayAfter(waysOf(stone), held, deed);

/** A die that is taken after its place is laid there. @param {{ x: number, y: number }} point */
function takeTo({ x, y }) {
  const place = placeNear(x, y, places(), true);
  if (!place) return;
  choose(place);
  if (!isSmall()) lay();
}

/** Whether a die gives a stone that goes where the drawing was tapped. @param {HTMLElement} die */
function goesToAim(die) {
  const all = (fits[die.dataset.gives] ?? []).flatMap(way => way.places);
  return Boolean(aim && placeNear(aim.x, aim.y, all, true));
}

/** The field of it is part of no entry: a reload keeps what stands there.
   @param {{ x: number, y: number } | null} point */
function setAim(point) {
  aim = point;
  const field = $("#aim");
  if (field) field.value = point ? JSON.stringify(point) : "";
}

/* What is chosen belongs to one turn; a page may come with choices made. */
function begin() {
  const hand = $("[data-turn-of]");
  const now = hand?.dataset.turnOf ?? "";
  fits = parseFits(hand?.dataset.fits);
  laid = -Infinity;
  if (turn === null) recall();
  else if (now !== turn) forget();
  else setAim(null);
  turn = now;
  show();
}

function recall() {
  setAim(JSON.parse($("#aim")?.value || "null"));
  const came = $("input[name='stone turn']:checked")?.value.split(" ");
  if (came) [stone, held] = [came[0], Number(came[1])];
}

function forget() {
  letGo();
  setAim(null);
  [stone, held] = ["new", null];
  for (const input of $$("[data-turn-of] :checked:not(option)")) input.checked = false;
  for (const field of $$("[data-turn-of] :is(select, input[type=text])")) field.value = "";
}

function show() {
  if ($("#palette")) showChoice();
  if ($(".rolling")) showRoll();
}

function showChoice() {
  const die = chosenDie();
  const place = chosenPlace();
  required("#reserve").disabled = !die?.dataset.gives;
  required("#reserve").ariaPressed = String(Boolean(die) && stone === "reserve");
  for (const button of $$("[data-deed]")) {
    button.disabled = !die?.dataset.gives || after(button.dataset.deed) === held;
  }
  showMain(die, place);
  showPlaces(places(), place);
  showPreview(place);
  showHeld(die, place);
  if (aim && !die) showPendingTarget(aim);
  showQuestion(die, place);
}

/** In the hand a stone lies as the next tap lays it: most of its places that way, or the one chosen.
   @param {HTMLInputElement | undefined} die @param {Place | null | undefined} place */
function showHeld(die, place) {
  const inHand = die && faceInHand(die);
  const way = place?.way ?? mostly(places().map(one => one.way));
  for (const face of $$("#palette .face")) {
    const first = required(".stone:not(.turned)", face);
    const turned = face === inHand && way !== undefined && drawingOf(way);
    face.querySelector(".turned")?.remove();
    first.toggleAttribute("hidden", Boolean(turned));
    if (turned) first.after(turned);
  }
}

/** @param {number[]} ways */
function mostly(ways) {
  /** @param {number} way */
  const times = way => ways.filter(other => other === way).length;
  return ways.reduce((best, way) => (times(best) >= times(way) ? best : way), ways[0]);
}

/** @param {number} way */
function drawingOf(way) {
  const ways = `.by-words [data-shape="${shapeOf(stone)}"]`;
  const drawing = $(`${ways} input[value="${stone} ${way}"] + .stone`)?.cloneNode(true);
  drawing?.classList.add("turned");
  return drawing;
}

/** What is left to say; how a stone is laid, until this phone has laid one.
   @param {HTMLInputElement | undefined} die @param {Place | null | undefined} place */
function showQuestion(die, place) {
  for (const one of dice()) {
    enclosing("label", one).classList.toggle("elsewhere", Boolean(aim && !die) && !goesToAim(one));
  }
  if (!die) showPrompt(aim ? (dice().some(goesToAim) ? "what" : "nothing") : "");
  else if (!die.dataset.gives || place) showPrompt("");
  else if (get(LAID)) showPrompt("where", required(".quiet", faceInHand(die)).textContent.trim());
  else showPrompt(required("#palette").dataset.first);
}

/** @param {HTMLInputElement} die */
const faceInHand = die => (stone === "new" ? enclosing("label", die) : required("#reserve"));

/** One button for what is left to do; it says what that brings.
   @param {HTMLInputElement | undefined} die @param {Place | null | undefined} place */
function showMain(die, place) {
  const dies = die && !die.dataset.gives;
  const aside = die && !dies && !fitting("new").length && !fitting("reserve").length;
  const button = main();
  button.value = dies ? "BringDeath" : aside ? "SetAside" : "Build";
  button.disabled = !dies && !aside && !place;
  const { dataset } = button;
  if (dies) button.textContent = dataset.death;
  else if (aside) button.textContent = dataset.aside;
  else if (place) button.textContent = dataset.brings.replace("#", `${pointsOf(place)}`);
  else button.textContent = die ? dataset.where : dataset.build;
}

/** The drawing may reach below the hand, where large text leaves it less room. @param {MouseEvent} event */
function isOnThePlan({ clientX, clientY }) {
  const { top, bottom } = required("#tomb").getBoundingClientRect();
  const seen = document.elementFromPoint(clientX, clientY)?.closest("#board");
  return top < clientY && clientY < bottom && Boolean(seen);
}

/** A stone that lies under the finger as it lifts is laid there; one that was dragged off the drawing is not.
   @param {PointerEvent} event */
function follow(event) {
  if (!dragged) return;
  const over = isOnThePlan(event);
  if (over && !sliding) pickUp();
  if (!over && sliding) choose(null);
  sliding = over && required("#tomb").classList.contains("choosing");
  if (!sliding) return;
  pressed.slid ||= isAway(event);
  choose(placeAt(event.clientX, event.clientY, places(), !pressed.slid));
}

const seenPlace = () => (performance.now() - chosenAt < NEW_MS ? null : chosenPlace());

/** @param {MouseEvent} event */
const isAway = ({ clientX, clientY }) =>
  Math.hypot(clientX - pressed.x, clientY - pressed.y) > STILL;

function pickUp() {
  if (!dragged || dragged.id === "tomb") return;
  if (dragged.id === "reserve") {
    if (stone !== "reserve") take("reserve");
  } else if (!dragged.checked || stone === "reserve") {
    dragged.checked = true;
    take("new");
  }
}

/* Where places lie close together a tap chooses, and the next one there lays, once it was seen what was chosen. */
function drop() {
  const place = sliding && chosenPlace();
  if (place && (pressed.slid || !isSmall() || place === pressed.chosen)) lay();
  letGo();
}

/* A thumb that trembles lays one stone. */
function lay() {
  if (performance.now() - laid < TREMBLE) return;
  laid = performance.now();
  put(LAID, "yes");
  main().click();
}

function letGo() {
  dragged = null;
  sliding = false;
}

/** @param {MouseEvent} event */
function aimAt({ clientX, clientY }) {
  setAim(aim ? null : pointAt(clientX, clientY));
  show();
}

/** @param {SVGElement} strip */
function layAt(strip) {
  choose(places()[Number(strip.dataset.place)]);
  lay();
}

/** @param {UIEvent} event */
const stripOf = event => event.target.closest?.("#strips rect");

/* The dice as they lie, entered face by face. */

const rolled = () => splitWords(required(".rolling input").value);

/** @param {string} face */
function addFace(face) {
  const faces = rolled();
  if (face) faces.push(face);
  else faces.pop();
  required(".rolling input").value = faces.join(" ");
  showRoll();
}

function showRoll() {
  const rolling = required(".rolling");
  const faces = rolled();
  const count = Number(rolling.dataset.count);
  for (const button of $$("[data-face]", rolling)) {
    const times = faces.filter(face => face === button.dataset.face).length;
    button.disabled = button.dataset.face ? faces.length >= count : !faces.length;
    const shown = $("[data-times]", button);
    if (shown) shown.textContent = times ? `× ${times}` : "";
  }
  const soFar = required(".so-far", rolling);
  soFar.textContent = soFar.dataset.words.replace("#", `${faces.length}`);
  const main = required(".main", rolling);
  main.disabled = !faces.length;
  main.textContent = faces.length < count && faces.length ? main.dataset.rest : main.dataset.full;
}

function fillWithSquares() {
  const faces = rolled();
  while (faces.length < Number(required(".rolling").dataset.count)) faces.push("square");
  required(".rolling input").value = faces.join(" ");
}

document.addEventListener("change", event => {
  if (event.target.name !== "die") return;
  const aimed = aim;
  setAim(null);
  take("new");
  if (aimed) takeTo(aimed);
});

document.addEventListener("click", event => {
  const strip = stripOf(event);
  if (strip && !event.detail) layAt(strip);
  if (event.target.closest?.("#tomb") && $("#palette") && !chosenDie()) aimAt(event);
  const button = event.target.closest?.("#move-form button");
  if (!button) return;
  if (button.dataset.deed) handle(button.dataset.deed);
  else if (button.id === "reserve") take(stone === "reserve" ? "new" : "reserve");
  else if (button.matches("[data-face]")) addFace(button.dataset.face);
  else if (button.value === "Roll") fillWithSquares();
});

document.addEventListener("focusin", event => {
  const strip = stripOf(event);
  if (strip?.matches(":focus-visible")) choose(places()[Number(strip.dataset.place)]);
});

document.addEventListener("keydown", event => {
  const strip = stripOf(event);
  if (!strip || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  layAt(strip);
});

document.addEventListener("pointerdown", event => {
  const under = event.target.closest?.("#palette .face:not(:disabled), #tomb.choosing");
  dragged = under?.control ?? under ?? null;
  pressed = { x: event.clientX, y: event.clientY, chosen: dragged && seenPlace(), slid: false };
  follow(event);
});
document.addEventListener("pointermove", follow);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", () => {
  if (sliding) choose(null);
  letGo();
});

document.addEventListener("table:updated", begin);
begin();
