/* The roll-and-write: shows what the ticked boxes cost and bring before they are entered. */
import { $, $$, enclosing, make, required } from "../js/dom.js";
import { splitWords } from "../js/form_values.js";

/** A way to pay for boxes. @typedef {{ boxes: string[], payments: string[], costs: number[] }} Way */
/** Boxes that may be built together: the ways to pay, best first, and what they bring.
   @typedef {{ ways: Way[], gains: Record<string, number>, won: number[] }} Build */

/** @type {string[]} */
let order = []; // in the order in which they were ticked
/** @type {Map<string, string>} */
const tappedPayments = new Map(); // by box: the payment chosen by tapping it again

const PAD = ".pad[data-builds]";
const sheet = () => required(PAD);
/** @type {() => Record<string, string>} */
const words = () => JSON.parse(required(".controls").dataset.words);
/** @param {number[]} numbers */
const sum = numbers => numbers.reduce((all, number) => all + number, 0);
/** @param {number} number */
const signed = number => (number < 0 ? `−${-number}` : `+${number}`);

function tickedBoxes() {
  const ticked = $$("input:checked", sheet()).map(box => box.value);
  order = [
    ...order.filter(box => ticked.includes(box)),
    ...ticked.filter(box => !order.includes(box)),
  ];
  for (const box of tappedPayments.keys()) if (!ticked.includes(box)) tappedPayments.delete(box);
  return order;
}

/** Return the legal build of exactly these boxes. @param {Build[]} builds @param {string[]} boxes */
function buildOf(builds, boxes) {
  return builds.find(({ ways: [way] }) => {
    return way.boxes.length === boxes.length && boxes.every(box => way.boxes.includes(box));
  });
}

/** @param {Way} way @param {string} box */
const paymentFor = (way, box) => way.payments[way.boxes.indexOf(box)];

/** Return the payment selected for a box in the lists under "more", or an empty string. @param {string} box */
function listedPayment(box) {
  const value = $$("select[name='payments[]']")[order.indexOf(box)]?.value;
  return value === "proposed" ? "" : value;
}

/** Return the first way to pay that matches the lists and most of the payments chosen by tapping.
   @param {Build} [build] */
function wayOf(build) {
  /** @param {Way} way */
  const countGranted = way =>
    way.boxes.filter(box => tappedPayments.get(box) === paymentFor(way, box)).length;
  return build?.ways
    .filter(way =>
      way.boxes.every(box => !listedPayment(box) || listedPayment(box) === paymentFor(way, box)),
    )
    .reduce(
      (best, way) => (best && countGranted(way) <= countGranted(best) ? best : way),
      /** @type {Way | null} */ (null),
    );
}

function shownWay() {
  return wayOf(buildOf(JSON.parse(sheet().dataset.builds), tickedBoxes()));
}

/** Return the payment and cost of a box if it were ticked next. A floor box is built with a neighbour; alone it shows
   its cost as the first of the two.
   @param {Build[]} builds @param {string[]} boxes @param {string} box */
function priceOf(builds, boxes, box) {
  const next = buildOf(builds, [...boxes, box]);
  const pairs = boxes.length || !box.startsWith("floor") ? [] : builds;
  const ways = (next ? [wayOf(next)] : pairs.map(build => build.ways[0]))
    .filter(way => way != null)
    .filter(way => way.boxes.includes(box));
  const way = ways.find(other => next || other.boxes[0] === box) || ways[0];
  return way && { cost: way.costs[way.boxes.indexOf(box)], payment: paymentFor(way, box) };
}

/** @param {Element} label @param {string} [text] @param {string} [kind] @param {string} [pays] */
function setNote(label, text, kind, pays) {
  $(".note", label)?.remove();
  if (!text) return;
  const noteElement = make("span", text, { className: `note ${kind}` });
  if (pays) noteElement.dataset.pays = pays;
  label.append(noteElement);
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
    const pays = way && input.checked && paymentFor(way, input.value);
    if (pays) setNote(label, nameOfPayment(pays), "paid", pays);
    else if (!price) setNote(label);
    else if (price.payment === "die") setNote(label, words().die, "free");
    else setNote(label, signed(-price.cost), "");
  }
}

/** Return the change of points in each part of the sheet.
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
  for (const element of $$("[data-of]", sheet())) {
    const part = element.dataset.of;
    element.textContent = changes[part] ? ` → ${points[part] + changes[part]}` : "";
  }
  const names = words();
  const changed = Object.entries(changes).filter(([, change]) => change);
  const before = sum(Object.values(points));
  return {
    text: changed.map(([part, change]) => `${names[part]} ${signed(change)}`).join(" · "),
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

/** Return the CSS class of a box's colour. @param {string} box */
function colourOf(box) {
  const label = enclosing("label", required(`input[value="${box}"]`, sheet()));
  return label.className.match(/k-\w+/)?.[0] ?? "";
}

/** @param {Way | null} [way] */
function showDice(way) {
  const taken = (way?.boxes || [])
    .filter(box => way && paymentFor(way, box) === "die")
    .map(colourOf);
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
  required("#paying").value = JSON.stringify([order, [...tappedPayments]]); // not part of an entry, but kept by the browser over a reload
  const isAlone = !build && boxes.length === 1;
  const isHalf = isAlone && builds.some(({ ways }) => ways[0].boxes.includes(boxes[0]));
  sheet().classList.toggle("half", isHalf);
  showPrices(builds, boxes, way);
  showPieces(build, way);
  const { text, total } = showPoints(way ? changesBy(build, way) : {});
  required(".outcome").textContent = isHalf ? words().half : text;
  required(".sum").textContent = way ? total : "";
}

function showRoll() {
  const enter = $("button[data-dice]");
  const field = $("input[data-tiles]");
  if (!enter || !field) return;
  const typed = splitWords(field.value);
  const dice = typed.slice(0, Number(enter.dataset.dice));
  if (dice.length < typed.length) field.value = dice.join(" ");
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
  else showDice(); // remove the marks of the last turn
}

/** A tap on a ticked box selects its next payment; after the last one it unticks the box. @param {MouseEvent} event */
function selectNextPayment(event) {
  const box = event.target.closest?.("input");
  if (!box?.closest("[data-builds]") || box.checked) return;
  box.checked = true;
  const build = buildOf(JSON.parse(sheet().dataset.builds), tickedBoxes());
  const way = wayOf(build);
  box.checked = false;
  const payments = [
    ...new Set((way && build ? build.ways : []).map(other => paymentFor(other, box.value))),
  ];
  const next = payments[payments.indexOf(way ? paymentFor(way, box.value) : "") + 1];
  if (!next || listedPayment(box.value)) return;
  event.preventDefault();
  tappedPayments.set(box.value, next);
  setTimeout(() => box.dispatchEvent(new Event("change", { bubbles: true })));
}

/** Enter what is shown: the boxes in the order of payment, each with its payment. @param {FormDataEvent} event */
function replaceFormData({ target: form, formData }) {
  if (!$(PAD) || form.id !== "move-form") return;
  const way = shownWay();
  const shown = way || { boxes: order, payments: formData.getAll("payments[]").map(String) };
  for (const [name, values] of Object.entries({
    "boxes[]": shown.boxes,
    "payments[]": shown.payments,
  })) {
    formData.delete(name);
    for (const value of values) formData.append(name, value);
  }
}

function restore() {
  const [ticked, wished] = JSON.parse($("#paying")?.value || "[[], []]");
  order = ticked;
  for (const [box, payment] of wished) tappedPayments.set(box, payment);
}

restore();
document.addEventListener("click", selectNextPayment);
document.addEventListener("click", showRoll);
document.addEventListener("change", show, true); // before the listeners that show a question
document.addEventListener("reset", () => setTimeout(show));
document.addEventListener("table:updated", show);
document.addEventListener("formdata", replaceFormData);
show();
