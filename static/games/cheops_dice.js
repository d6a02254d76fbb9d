/* The roll-and-write: what the ticked boxes cost and bring stands on the sheet before it is entered. */
import { $, $$, enclosing, make, required } from "../js/dom.js";
import { splitWords } from "../js/form_values.js";

/** A way to pay for boxes. @typedef {{ boxes: string[], payments: string[], costs: number[] }} Way */
/** Boxes that may be built together, the best way first, and what that brings.
   @typedef {{ ways: Way[], gains: Record<string, number>, won: number[] }} Build */

/** @type {string[]} */
let order = []; // the ticked boxes as they were ticked
/** @type {Map<string, string>} */
const wishes = new Map(); // what a box is to be paid with, where a tap on it said so

const PAD = ".pad[data-builds]";
const sheet = () => required(PAD);
/** @type {() => Record<string, string>} */
const words = () => JSON.parse(required(".controls").dataset.words);
/** @param {number[]} numbers */
const sum = numbers => numbers.reduce((all, one) => all + one, 0);
/** @param {number} number */
const signed = number => (number < 0 ? `−${-number}` : `+${number}`);

function tickedBoxes() {
  const now = $$("input:checked", sheet()).map(box => box.value);
  order = [...order.filter(box => now.includes(box)), ...now.filter(box => !order.includes(box))];
  for (const box of wishes.keys()) if (!now.includes(box)) wishes.delete(box);
  return order;
}

/** The legal building of exactly these boxes. @param {Build[]} builds @param {string[]} boxes */
function buildOf(builds, boxes) {
  return builds.find(({ ways: [way] }) => {
    return way.boxes.length === boxes.length && boxes.every(box => way.boxes.includes(box));
  });
}

/** @param {Way} way @param {string} box */
const paidFor = (way, box) => way.payments[way.boxes.indexOf(box)];

/** What the lists under "more" name for a box; nothing where they leave it to the proposal.
   @param {string} box */
function named(box) {
  const value = $$("select[name='payments[]']")[order.indexOf(box)]?.value;
  return value === "proposed" ? "" : value;
}

/** Of the ways to pay, the first that grants most of what was tapped, and all that the lists name.
   @param {Build} [build] */
function wayOf(build) {
  /** @param {Way} way */
  const granted = way => way.boxes.filter(box => wishes.get(box) === paidFor(way, box)).length;
  return build?.ways
    .filter(way => way.boxes.every(box => !named(box) || named(box) === paidFor(way, box)))
    .reduce(
      (best, way) => (best && granted(way) <= granted(best) ? best : way),
      /** @type {Way | null} */ (null),
    );
}

function shownWay() {
  return wayOf(buildOf(JSON.parse(sheet().dataset.builds), tickedBoxes()));
}

/** What a box would be paid with, and what that costs, if it were ticked next. A box of the floor comes
   with a neighbour; alone it shows what it costs as the first of the two.
   @param {Build[]} builds @param {string[]} boxes @param {string} box */
function priceOf(builds, boxes, box) {
  const next = buildOf(builds, [...boxes, box]);
  const pairs = boxes.length || !box.startsWith("floor") ? [] : builds;
  const ways = (next ? [wayOf(next)] : pairs.map(build => build.ways[0]))
    .filter(way => way != null)
    .filter(way => way.boxes.includes(box));
  const way = ways.find(one => next || one.boxes[0] === box) || ways[0];
  return way && { cost: way.costs[way.boxes.indexOf(box)], payment: paidFor(way, box) };
}

/** @param {Element} label @param {string} [text] @param {string} [kind] @param {string} [pays] */
function note(label, text, kind, pays) {
  $(".note", label)?.remove();
  if (!text) return;
  const mark = make("span", text, { className: `note ${kind}` });
  if (pays) mark.dataset.pays = pays;
  label.append(mark);
}

/** @param {string} payment */
function nameOfPayment(payment) {
  const [, stone] = payment.split("-");
  return stone ? words().stone.replace("#", stone) : words()[payment];
}

/** @param {Build[]} builds @param {string[]} boxes @param {Way | null} [way] */
function showPrices(builds, boxes, way) {
  for (const input of $$("input", sheet())) {
    const label = enclosing("label", input);
    const price = !input.checked && boxes.length < 2 && priceOf(builds, boxes, input.value);
    label.classList.toggle("can", Boolean(price));
    const pays = way && input.checked && paidFor(way, input.value);
    if (pays) note(label, nameOfPayment(pays), "paid", pays);
    else if (!price) note(label);
    else if (price.payment === "die") note(label, words().die, "free");
    else note(label, signed(-price.cost), "");
  }
}

/** What changes in each part of the sheet, by its name.
   @param {Build | undefined} build @param {Way} way @returns {Record<string, number>} */
function changesBy(build, way) {
  const changes = { ...build?.gains };
  way?.payments.forEach((payment, place) => {
    const part = payment === "joker" ? "jokers" : "quarry";
    if (payment !== "die") changes[part] = (changes[part] || 0) - way.costs[place];
  });
  return changes;
}

/** @param {Record<string, number>} changes */
function showPoints(changes) {
  const points = JSON.parse(sheet().dataset.points);
  for (const then of $$("[data-of]", sheet())) {
    const part = then.dataset.of;
    then.textContent = changes[part] ? ` → ${points[part] + changes[part]}` : "";
  }
  const names = words();
  const told = Object.entries(changes).filter(([, change]) => change);
  const before = sum(Object.values(points));
  return {
    said: told.map(([part, change]) => `${names[part]} ${signed(change)}`).join(" · "),
    total: `${before} → ${before + sum(Object.values(changes))}`,
  };
}

/** @param {Build | undefined} build @param {Way | null} [way] */
function showPieces(build, way) {
  const paid = way?.payments || [];
  const stones = paid.map(payment => Number(payment.split("-")[1] || 0));
  for (const stone of $$("[data-stone]", sheet())) {
    const n = Number(stone.dataset.stone);
    const open = !stone.matches(".ticked, .shut");
    stone.classList.toggle("going", stones.includes(n));
    stone.classList.toggle("closing", open && !stones.includes(n) && n < Math.max(...stones));
  }
  for (const bonus of $$("[data-bonus]", sheet())) {
    bonus.classList.toggle(
      "going",
      Boolean(way && build?.won.includes(Number(bonus.dataset.bonus))),
    );
  }
  const left = $$(".joker:not(.gone)", sheet());
  const used = paid.filter(payment => payment === "joker").length;
  for (const [place, joker] of left.entries()) {
    joker.classList.toggle("going", place >= left.length - used);
  }
  showDice(way);
}

/** The class of a box's colour. @param {string} box */
function colourOf(box) {
  const label = enclosing("label", required(`input[value="${box}"]`, sheet()));
  return label.className.match(/k-\w+/)?.[0] ?? "";
}

/** @param {Way | null} [way] */
function showDice(way) {
  const taken = (way?.boxes || []).filter(box => way && paidFor(way, box) === "die").map(colourOf);
  for (const die of $$(".tray > .die")) {
    const place = taken.findIndex(colour => die.classList.contains(colour));
    die.classList.toggle("going", place >= 0);
    if (place >= 0) taken.splice(place, 1);
  }
}

function showBuild() {
  /** @type {Build[]} */
  const builds = JSON.parse(sheet().dataset.builds);
  const boxes = tickedBoxes();
  const build = buildOf(builds, boxes);
  const way = wayOf(build);
  required("#paying").value = JSON.stringify([order, [...wishes]]); // part of no entry: a reload keeps it
  const half = !build && boxes.length === 1;
  const isHalf = half && builds.some(({ ways }) => ways[0].boxes.includes(boxes[0]));
  sheet().classList.toggle("half", isHalf);
  showPrices(builds, boxes, way);
  showPieces(build, way);
  const { said, total } = showPoints(way ? changesBy(build, way) : {});
  required(".outcome").textContent = isHalf ? words().half : said;
  required(".sum").textContent = way ? total : "";
}

function showRoll() {
  const enter = $("button[data-dice]");
  const field = $("input[data-tiles]");
  if (!enter || !field) return;
  const told = splitWords(field.value);
  const dice = told.slice(0, Number(enter.dataset.dice));
  if (dice.length < told.length) field.value = dice.join(" ");
  for (const face of $$(".faces [data-add]")) {
    const count = dice.filter(die => die === face.dataset.add).length;
    required(".count", face).textContent = count ? `${count}` : "";
    face.classList.toggle("going", count > 0);
  }
  enter.disabled = dice.length < Number(enter.dataset.dice);
}

function show() {
  showRoll();
  if ($(PAD) && $(".outcome")) showBuild();
  else showDice(); // what was shown of a turn that is over
}

/** A tap on a ticked box pays for it otherwise, as long as there is another way; then it takes the tick away.
   @param {MouseEvent} event */
function payOtherwise(event) {
  const box = event.target.closest?.("input");
  if (!box?.closest("[data-builds]") || box.checked) return;
  box.checked = true;
  const build = buildOf(JSON.parse(sheet().dataset.builds), tickedBoxes());
  const way = wayOf(build);
  box.checked = false;
  const payments = [
    ...new Set((way && build ? build.ways : []).map(one => paidFor(one, box.value))),
  ];
  const next = payments[payments.indexOf(way ? paidFor(way, box.value) : "") + 1];
  if (!next || named(box.value)) return;
  event.preventDefault();
  wishes.set(box.value, next);
  setTimeout(() => box.dispatchEvent(new Event("change", { bubbles: true })));
}

/** What is shown is what is entered: the boxes in the order they are paid, each with its payment.
   @param {FormDataEvent} event */
function enterAsShown({ target: form, formData }) {
  if (!$(PAD) || form.id !== "move-form") return;
  const way = shownWay();
  const chosen = way || { boxes: order, payments: formData.getAll("payments[]").map(String) };
  for (const [name, values] of Object.entries({
    "boxes[]": chosen.boxes,
    "payments[]": chosen.payments,
  })) {
    formData.delete(name);
    for (const value of values) formData.append(name, value);
  }
}

function recall() {
  const [ticked, wished] = JSON.parse($("#paying")?.value || "[[], []]");
  order = ticked;
  for (const [box, payment] of wished) wishes.set(box, payment);
}

recall();
document.addEventListener("click", payOtherwise);
document.addEventListener("click", showRoll);
document.addEventListener("change", show, true); // before what is chosen is asked about
document.addEventListener("reset", () => setTimeout(show));
document.addEventListener("table:updated", show);
document.addEventListener("formdata", enterAsShown);
show();
