/* The drawing board of The Pyramid's Deadline: a die is taken, and every place where its stone can go is drawn
   on the tomb. A finger on the drawing shows what would come of the nearest one, and lays the stone as it
   lifts. What is chosen stands in the form itself. */
import { $, $$ } from "../js/dom.js";
import { ask } from "../js/prompt.js";
import { get, put } from "../js/storage.js";
import { NEW_MS } from "../js/tap_rules.js";
import {
  isSmall,
  placeAt,
  placeNear,
  pointAt,
  pointsOf,
  showAim,
  showForeseen,
  showPlaces,
} from "./deadline_plan.js";
import { placesOf, readFits, wayAfter } from "./deadline_ways.js";
import { addFace, fillWithSquares, showRoll } from "./deadline_roll.js";

let fits = {}; // by shape, each way to hold it: where it lies then, and what the tomb would measure
let turn = null; // for which turn the choices were made
let stone = "new"; // the one in the hand: the new one, or the one in reserve
let held = null; // the way it is held, once it was turned or flipped
let dragged = null; // what lies under the finger: the die, the stone in reserve, or the drawing
let sliding = false;
let aim = null; // where on the tomb, in its units, the drawing was tapped before a die
let chosenAt = -Infinity; // when the finger chose a place
let pressed = null; // where the finger came down, what was chosen then, and whether it has moved since
let laid = -Infinity; // when

const TREMBLE = 500;
const LAID = "deadline-laid"; // kept once this phone has laid a stone
const STILL = 12; // pixels that a finger moves in a tap

const dice = () => $$("#palette input[name=die]"); // an answer to an earlier entry has fields of that name, too
const chosenDie = () => dice().find(die => die.checked);
const column = () => $("select[name=column]");
const main = () => $("#palette .main");

function shapeOf(either) {
  const from = either === "reserve" ? $("#reserve") : chosenDie();
  return from?.dataset.gives;
}

const waysOf = either => fits[shapeOf(either)] ?? [];
const fitting = either => waysOf(either).filter(way => way.places.length);

const places = () => (chosenDie()?.dataset.gives ? placesOf(waysOf(stone), held) : []);

function chosenPlace() {
  const value = $("input[name='stone turn']:checked")?.value;
  const at = column().value;
  const isChosen = place => value === `${stone} ${place.way}` && at === String(place.column);
  return at && places().find(isChosen);
}

function choose(place) {
  if (place === chosenPlace()) return;
  chosenAt = performance.now();
  for (const input of $$("input[name='stone turn']")) {
    input.checked = input.value === `${stone} ${place?.way ?? held}`; // so that a reload keeps how it is held
  }
  column().value = place?.column ?? "";
  show();
}

/* The new stone is in the hand, or the one in reserve where the new one fits nowhere. */
function take(either) {
  const other = either === "new" ? "reserve" : "new";
  stone = fitting(either).length || !fitting(other).length ? either : other;
  held = null;
  choose(null);
  show();
}

function handle(deed) {
  held = after(deed);
  choose(null);
  show();
}

const after = deed => wayAfter(waysOf(stone), held, deed);

/* A die that is taken after its place is laid there. */
function takeTo({ x, y }) {
  const place = placeNear(x, y, places(), true);
  if (!place) return;
  choose(place);
  if (!isSmall()) lay();
}

/* Whether a die gives a stone that goes where the drawing was tapped. */
function goesToAim(die) {
  const all = (fits[die.dataset.gives] ?? []).flatMap(way => way.places);
  return Boolean(placeNear(aim.x, aim.y, all, true));
}

/* The field of it is part of no entry: a reload keeps what stands there. */
function setAim(point) {
  aim = point;
  const field = $("#aim");
  if (field) field.value = point ? JSON.stringify(point) : "";
}

/* What is chosen belongs to one turn; a page may come with choices made. */
function begin() {
  const hand = $("[data-turn-of]");
  const now = hand?.dataset.turnOf ?? "";
  fits = readFits(hand?.dataset.fits);
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
  $("#reserve").disabled = !die?.dataset.gives;
  $("#reserve").ariaPressed = String(Boolean(die) && stone === "reserve");
  for (const button of $$("[data-deed]")) {
    button.disabled = !die?.dataset.gives || after(button.dataset.deed) === held;
  }
  showMain(die, place);
  showPlaces(places(), place);
  showForeseen(place);
  showHeld(die, place);
  if (aim && !die) showAim(aim);
  showQuestion(die, place);
}

/* In the hand a stone lies as the next tap lays it: most of its places that way, or the one chosen. */
function showHeld(die, place) {
  const inHand = die && faceInHand(die);
  const way = place?.way ?? mostly(places().map(one => one.way));
  for (const face of $$("#palette .face")) {
    const first = face.querySelector(".stone:not(.turned)");
    const turned = face === inHand && way !== undefined && drawingOf(way);
    face.querySelector(".turned")?.remove();
    first.toggleAttribute("hidden", Boolean(turned));
    if (turned) first.after(turned);
  }
}

function mostly(ways) {
  const times = way => ways.filter(other => other === way).length;
  return ways.reduce((best, way) => (times(best) >= times(way) ? best : way), ways[0]);
}

function drawingOf(way) {
  const ways = `.by-words [data-shape="${shapeOf(stone)}"]`;
  const drawing = $(`${ways} input[value="${stone} ${way}"] + .stone`)?.cloneNode(true);
  drawing?.classList.add("turned");
  return drawing;
}

/* What is left to say; how a stone is laid, until this phone has laid one. */
function showQuestion(die, place) {
  for (const one of dice()) {
    one.closest("label").classList.toggle("elsewhere", Boolean(aim && !die) && !goesToAim(one));
  }
  if (!die) ask(aim ? (dice().some(goesToAim) ? "what" : "nothing") : "");
  else if (!die.dataset.gives || place) ask("");
  else if (get(LAID)) ask("where", $(".quiet", faceInHand(die)).textContent.trim());
  else ask($("#palette").dataset.first);
}

const faceInHand = die => (stone === "new" ? die.closest("label") : $("#reserve"));

/* One button for what is left to do; it says what that brings. */
function showMain(die, place) {
  const dies = die && !die.dataset.gives;
  const aside = die && !dies && !fitting("new").length && !fitting("reserve").length;
  const button = main();
  button.value = dies ? "BringDeath" : aside ? "SetAside" : "Build";
  button.disabled = !dies && !aside && !place;
  const { dataset } = button;
  if (dies) button.textContent = dataset.death;
  else if (aside) button.textContent = dataset.aside;
  else if (place) button.textContent = dataset.brings.replace("#", pointsOf(place));
  else button.textContent = die ? dataset.where : dataset.build;
}

/* The drawing may reach below the hand, where large text leaves it less room. */
function isOnThePlan({ clientX, clientY }) {
  const { top, bottom } = $("#tomb").getBoundingClientRect();
  const seen = document.elementFromPoint(clientX, clientY)?.closest("#board");
  return top < clientY && clientY < bottom && Boolean(seen);
}

/* A stone that lies under the finger as it lifts is laid there; one that was dragged off the drawing is not. */
function follow(event) {
  if (!dragged) return;
  const over = isOnThePlan(event);
  if (over && !sliding) pickUp();
  if (!over && sliding) choose(null);
  sliding = over && $("#tomb").classList.contains("choosing");
  if (!sliding) return;
  pressed.slid ||= isAway(event);
  choose(placeAt(event.clientX, event.clientY, places(), !pressed.slid));
}

const seenPlace = () => (performance.now() - chosenAt < NEW_MS ? null : chosenPlace());

const isAway = ({ clientX, clientY }) =>
  Math.hypot(clientX - pressed.x, clientY - pressed.y) > STILL;

function pickUp() {
  if (dragged.id === "tomb") return;
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

function aimAt({ clientX, clientY }) {
  setAim(aim ? null : pointAt(clientX, clientY));
  show();
}

function layAt(strip) {
  choose(places()[strip.dataset.place]);
  lay();
}

const on = (type, act) => document.addEventListener(type, act);
const stripOf = event => event.target.closest?.("#strips rect");

on("change", event => {
  if (event.target.name !== "die") return;
  const aimed = aim;
  setAim(null);
  take("new");
  if (aimed) takeTo(aimed);
});

on("click", event => {
  const strip = stripOf(event);
  if (strip && !event.detail) layAt(strip);
  if (event.target.closest?.("#tomb") && $("#palette") && !chosenDie()) aimAt(event);
  const button = event.target.closest?.("#hand button");
  if (!button) return;
  if (button.dataset.deed) handle(button.dataset.deed);
  else if (button.id === "reserve") take(stone === "reserve" ? "new" : "reserve");
  else if (button.matches("[data-face]")) addFace(button.dataset.face);
  else if (button.value === "Roll") fillWithSquares();
});

on("focusin", event => {
  const strip = stripOf(event);
  if (strip?.matches(":focus-visible")) choose(places()[strip.dataset.place]);
});

on("keydown", event => {
  const strip = stripOf(event);
  if (!strip || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  layAt(strip);
});

on("pointerdown", event => {
  const under = event.target.closest?.("#palette .face:not(:disabled), #tomb.choosing");
  dragged = under?.control ?? under ?? null;
  pressed = { x: event.clientX, y: event.clientY, chosen: dragged && seenPlace(), slid: false };
  follow(event);
});
on("pointermove", follow);
on("pointerup", drop);
on("pointercancel", () => {
  if (sliding) choose(null);
  letGo();
});

on("table:drawn", begin);
begin();
