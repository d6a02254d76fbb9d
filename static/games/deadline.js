/* The drawing board of The Pyramid's Deadline: a die is taken, its stone turned and flipped, and what would
   come of it drawn on the tomb before it is laid. What is chosen stands in the form itself. */
import { $, $$ } from "../js/dom.js";
import { addFace, fillWithSquares, showRoll } from "./deadline_roll.js";

let fits = {}; // by shape, each way to hold it: where it lies then, and what the tomb would measure
let turn = null; // for which turn the choices were made
let dragged = null; // the die, or the stone in reserve, under the finger
let sliding = false;

const chosenDie = () => $("input[name=die]:checked");
const column = () => $("select[name=column]");
const pointsOf = place => place.length * place.height - place.roofs;

/* The page tells it tersely: the way after a turn, after a flip, its outline, and each place where it lies. */
function readWay([turned, flipped, outline, places], number) {
  return { number, turned, flipped, outline, places: places.map(told => readPlace(told, outline)) };
}

function readPlace([at, rest, left, right, height, flat, walls, tops], outline) {
  return {
    column: at,
    left,
    right,
    length: right - left,
    height,
    roofs: tops.length,
    marks: { flat, walls, tops },
    outline: outline.map(([x, y]) => [x + at, y + rest]),
  };
}

function held() {
  const [stone, number] = $("input[name='stone turn']:checked")?.value.split(" ") ?? [];
  return { stone, way: fits[shapeOf(stone)]?.[number] };
}

function shapeOf(stone) {
  const from = stone === "reserve" ? $("#reserve") : chosenDie();
  return from?.dataset.gives;
}

const fitting = stone => (fits[shapeOf(stone)] ?? []).filter(way => way.places.length);

function hold(stone, way) {
  const value = `${stone} ${way}`;
  for (const input of $$("input[name='stone turn']")) input.checked = input.value === value;
}

/* The new stone is in the hand, or the one in reserve where the new one fits nowhere. */
function take(stone) {
  const other = stone === "new" ? "reserve" : "new";
  const inHand = fitting(stone).length || !fitting(other).length ? stone : other;
  hold(inHand, chosenDie().dataset.gives && fitting(inHand)[0]?.number);
  column().value = "";
  show();
}

function handle(deed) {
  const { stone, way } = held();
  hold(stone, way[deed]);
  if (!held().way.places.some(place => String(place.column) === column().value))
    column().value = "";
  show();
}

function lay(at) {
  if (column().value === String(at)) return;
  column().value = at;
  show();
}

/* What is chosen belongs to one turn; a page may come with choices made. */
function begin() {
  const hand = $("[data-turn-of]");
  const now = hand?.dataset.turnOf ?? "";
  if (turn !== null && now !== turn) forget();
  turn = now;
  fits = {};
  for (const [shape, ways] of Object.entries(JSON.parse(hand?.dataset.fits ?? "{}"))) {
    fits[shape] = ways.map(readWay);
  }
  show();
}

function forget() {
  for (const input of $$("[data-turn-of] :checked:not(option)")) input.checked = false;
  for (const field of $$("[data-turn-of] :is(select, input[type=text])")) field.value = "";
}

function show() {
  if ($("#palette")) showChoice();
  if ($(".rolling")) showRoll();
}

function showChoice() {
  const die = chosenDie();
  const { stone, way } = held();
  const places = (die && way?.places) || [];
  const place = places.find(each => String(each.column) === column().value);
  $("#reserve").disabled = !die?.dataset.gives;
  $("#reserve").ariaPressed = String(Boolean(die) && stone === "reserve");
  for (const button of $$("[data-deed]")) {
    button.disabled = !places.length || way[button.dataset.deed] === way.number;
  }
  showMain(die, place);
  showPlaces(places, place, way);
  showForeseen(place);
}

/* One button for what is left to do; it says what that brings. */
function showMain(die, place) {
  const button = $("#palette .main");
  const dies = die && !die.dataset.gives;
  const aside = die && !dies && !fitting("new").length && !fitting("reserve").length;
  button.value = dies ? "BringDeath" : aside ? "SetAside" : "Build";
  button.disabled = !dies && !aside && !place;
  const { dataset } = button;
  if (dies) button.textContent = dataset.death;
  else if (aside) button.textContent = dataset.aside;
  else button.textContent = place ? dataset.brings.replace("#", pointsOf(place)) : dataset.build;
}

const widthOf = way => Math.max(...way.outline.map(([x]) => x));
const pointsIn = outline => outline.map(([x, y]) => `${x},${-y}`).join(" ");

function showPlaces(places, chosen, way) {
  const shift = places.length ? (widthOf(way) - 1) / 2 : 0;
  $("#plan").classList.toggle("choosing", places.length > 0);
  $("#columns").setAttribute("transform", `translate(${shift} 0)`);
  for (const strip of $$("#columns rect")) {
    const place = places.find(each => strip.id === `col-${each.column}`);
    strip.classList.toggle("open", Boolean(place));
    strip.classList.remove("refused-here");
    strip.role = place ? "button" : null;
    strip.ariaPressed = place ? String(place === chosen) : null;
    strip.ariaLabel = place ? wordsFor(place) : null;
    if (place) strip.tabIndex = 0;
    else strip.removeAttribute("tabindex");
  }
  $("#places").innerHTML = places
    .filter(place => place !== chosen)
    .map(glow)
    .join("");
}

const wordsFor = place =>
  `${$("#palette").dataset.column.replace("#", place.column)}: ${pointsOf(place)}`;

function glow(place) {
  const xs = place.outline.map(([x]) => x);
  const ys = place.outline.map(([, y]) => y);
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  const y = -(Math.min(...ys) + Math.max(...ys)) / 2;
  return `<polygon points="${pointsIn(place.outline)}"/>
    <rect x="${x - 0.42}" y="${y - 0.3}" width=".84" height=".6" rx=".3"/>
    <text x="${x}" y="${y + 0.17}">${pointsOf(place)}</text>`;
}

/* The tomb as it would be takes the place of the tomb as it is. */
function showForeseen(place) {
  $(".own").classList.toggle("foreseeing", Boolean(place));
  $("#marks-then").innerHTML = place ? drawn(place) : "";
  if (!place) {
    $("#said-then").hidden = true;
    return;
  }
  const { length, height, roofs, marks } = place;
  const now = $("#said-now [data-m]:last-child").textContent;
  const lacking = JSON.parse($("#palette").dataset.lacks);
  const numbers = [length, height, roofs, pointsOf(place)];
  $$("#said-then [data-m]").forEach((element, n) => {
    element.textContent = numbers[n];
  });
  $("#said-then .lacks").textContent =
    `${now} → ${pointsOf(place)} · ${lacking[`${marks.flat.length} ${marks.walls.length}`]}`;
  $("#said-then").hidden = false;
}

function drawn({ left, right, length, height, marks, outline }) {
  const edge = Number($("#plan").dataset.left);
  const peak = marks.tops.find(([, y]) => y === height)[0];
  const dots = marks.flat.map(([x, y]) => `M${x + 0.08} ${-y - 0.15}h.84`);
  const walls = marks.walls.map(
    ([x, one, other]) => `M${x + (one < other ? -0.15 : 0.15)} ${-one}V${-other}`,
  );
  const less = $(".plan use").getAttribute("href").split("#")[0];
  const tops = marks.tops.map(([x, y]) => `<use href="${less}#less" x="${x}" y="${-y}"/>`);
  return `<polygon class="ghost" points="${pointsIn(outline)}"/>
    <path class="dimension" d="M${left} .3v.6m.2-.4l-.2.1.2.1m-.2-.1H${right}m-.2-.1l.2.1-.2.1m.2-.4v.6
      M${edge + 0.3} 0h.4m-.1-.2l-.1.2-.1-.2m.1.2V${-height}m-.1.2l.1-.2.1.2m.1-.2h-.4"/>
    <path class="leader" d="M${edge + 0.8} ${-height}H${peak}"/>
    <text class="middle" x="${(left + right) / 2}" y="1.35">${length}<tspan> ${$("#plan").dataset.long}</tspan></text>
    <text x="${edge + 0.85}" y="${-height / 2}">${height}</text>
    <path class="dots" d="${dots.join("")}${walls.join("")}"/>${tops.join("")}`;
}

/* The open column nearest to the finger. */
function layNearest({ clientX }) {
  const { way } = held();
  const { a, e } = $("#plan").getScreenCTM();
  const x = (clientX - e) / a - widthOf(way) / 2;
  const away = place => Math.abs(place.column - x);
  lay(way.places.reduce((best, place) => (away(place) < away(best) ? place : best)).column);
}

function isOnThePlan({ clientY }) {
  const { top, bottom } = $("#plan").getBoundingClientRect();
  return top < clientY && clientY < bottom;
}

/* A stone that is dragged onto the drawing is dropped there; one that is dragged back is not. */
function follow(event) {
  if (dragged) {
    const over = isOnThePlan(event);
    if (over && !sliding) pickUp();
    if (!over && sliding) putBack();
    sliding = over && $("#plan").classList.contains("choosing");
  }
  if (sliding) layNearest(event);
}

function pickUp() {
  if (dragged.id === "reserve") {
    if (held().stone !== "reserve") take("reserve");
  } else if (!dragged.checked || held().stone === "reserve") {
    dragged.checked = true;
    take("new");
  }
}

function putBack() {
  column().value = "";
  show();
}

function drop() {
  if (dragged && sliding) $("#palette .main").click();
  letGo();
}

function letGo() {
  dragged = null;
  sliding = false;
}

const on = (type, act) => document.addEventListener(type, act);

on("change", event => {
  if (event.target.name === "die") take("new");
});

on("click", event => {
  const button = event.target.closest?.("#hand button");
  if (!button) return;
  if (button.dataset.deed) handle(button.dataset.deed);
  else if (button.id === "reserve") take(held().stone === "reserve" ? "new" : "reserve");
  else if (button.matches("[data-face]")) addFace(button.dataset.face);
  else if (button.value === "Roll") fillWithSquares();
});

on("keydown", event => {
  const strip = event.target.closest?.("#columns .open");
  if (!strip) return;
  const open = $$("#columns .open");
  const step = { ArrowLeft: -1, ArrowRight: 1, Enter: 0, " ": 0 }[event.key];
  const next = open[open.indexOf(strip) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  lay(next.id.slice(4));
});

on("pointerdown", event => {
  const face = event.target.closest?.("#palette .face:not(:disabled)");
  dragged = face?.control ?? face ?? null;
  sliding = Boolean(event.target.closest?.("#plan.choosing"));
  follow(event);
});
on("pointermove", follow);
on("pointerup", drop);
on("pointercancel", letGo);

on("table:drawn", begin);
begin();
