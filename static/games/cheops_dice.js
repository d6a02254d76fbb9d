/* The roll-and-write: shows what the ticked boxes cost and bring before they are entered. */
import { $, $$, enclosing, make, onEvent, required, splitWords, sum } from "../js/dom.js";

/** A way to pay for boxes. @typedef {{ boxes: string[], payments: string[], costs: number[] }} Way */
/** Boxes that may be built together: the ways to pay, best first, and what they bring.
   @typedef {{ ways: Way[], gains: Record<string, number>, won: number[] }} Build */

/** @type {string[]} */
let order = []; // in the order in which they were ticked
/** @type {Map<string, string>} */
const tappedPayments = new Map(); // by box: the payment chosen by tapping it again

const PAD_SELECTOR = ".pad[data-builds]";
const getPad = () => required(PAD_SELECTOR);
/** @type {() => Build[]} */
const getBuilds = () => JSON.parse(getPad().dataset.builds);
/** @type {() => Record<string, string>} */
const getWords = () => JSON.parse(required(".controls").dataset.words);
/** @param {number} number */
const formatSigned = number => (number < 0 ? `−${-number}` : `+${number}`);

function updateTickedOrder() {
  const ticked = $$("input:checked", getPad()).map(box => box.value);
  order = [
    ...order.filter(box => ticked.includes(box)),
    ...ticked.filter(box => !order.includes(box)),
  ];
  for (const box of tappedPayments.keys()) if (!ticked.includes(box)) tappedPayments.delete(box);
  return order;
}

/** Return the legal build of exactly these boxes. @param {Build[]} builds @param {string[]} boxes */
const findBuild = (builds, boxes) =>
  builds.find(
    ({ ways: [way] }) =>
      way.boxes.length === boxes.length && boxes.every(box => way.boxes.includes(box)),
  );

/** @param {Way} way @param {string} box */
const getPayment = (way, box) => way.payments[way.boxes.indexOf(box)];

/** Return the payment selected for a box in the lists under "more", or an empty string. @param {string} box */
function getListedPayment(box) {
  const value = $$("select[name='payments[]']")[order.indexOf(box)]?.value ?? "";
  return value === "proposed" ? "" : value;
}

/** Return the first way to pay that matches the lists and most of the payments chosen by tapping.
   @param {Build} [build] @returns {Way | undefined} */
function findWay(build) {
  const ways = build?.ways.filter(way =>
    way.boxes.every(box => [getPayment(way, box), ""].includes(getListedPayment(box))),
  );
  /** @param {Way} way */
  const countGranted = way =>
    way.boxes.filter(box => tappedPayments.get(box) === getPayment(way, box)).length;
  return ways?.sort((one, other) => countGranted(other) - countGranted(one))[0];
}

/** Return the payment and cost of a box if it were ticked next. A floor box is built with a neighbour; alone it shows
   its cost as the first of the two.
   @param {Build[]} builds @param {string[]} boxes @param {string} box */
function findPrice(builds, boxes, box) {
  const next = findBuild(builds, [...boxes, box]);
  const pairs = boxes.length || !box.startsWith("floor") ? [] : builds;
  const ways = (next ? [findWay(next)] : pairs.map(build => build.ways[0])).filter(Boolean);
  const fitting = ways.filter(way => way.boxes.includes(box));
  const way = fitting.find(other => next || other.boxes[0] === box) ?? fitting[0];
  return way && { cost: way.costs[way.boxes.indexOf(box)], payment: getPayment(way, box) };
}

/** @param {Element} label @param {string} [text] @param {string} [kind] @param {string} [pays] */
function setNote(label, text, kind, pays) {
  $(".note", label)?.remove();
  if (!text) return;
  const noteElement = make("span", text, { className: `note ${kind}` });
  if (pays) noteElement.dataset.pays = pays;
  label.append(noteElement);
}

/** @param {Build[]} builds @param {string[]} boxes @param {Way} [way] */
function showPrices(builds, boxes, way) {
  const words = getWords();
  for (const input of $$("input", getPad())) {
    const label = enclosing("label", input);
    const price = !input.checked && boxes.length < 2 && findPrice(builds, boxes, input.value);
    label.classList.toggle("can", Boolean(price));
    const pays = way && input.checked && getPayment(way, input.value);
    const [kind, stone] = (pays || "").split("-"); // "quarry-4" is stone 4
    const name = stone ? words.stone.replace("#", stone) : words[kind];
    if (pays) setNote(label, name, "paid", pays);
    else if (!price) setNote(label);
    else if (price.payment === "die") setNote(label, words.die, "free");
    else setNote(label, formatSigned(-price.cost), "");
  }
}

/** @param {Build | undefined} build @param {Way} way @returns {Record<string, number>} */
function countChanges(build, way) {
  const changes = { ...build?.gains };
  way?.payments.forEach((payment, place) => {
    const part = payment === "joker" ? "jokers" : "quarry";
    if (payment !== "die") changes[part] = (changes[part] || 0) - way.costs[place];
  });
  return changes;
}

/** @param {Record<string, number>} changes */
function showPoints(changes) {
  const points = JSON.parse(getPad().dataset.points);
  for (const element of $$("[data-of]", getPad())) {
    const part = element.dataset.of;
    element.textContent = changes[part] ? ` → ${points[part] + changes[part]}` : "";
  }
  const names = getWords();
  const changed = Object.entries(changes).filter(([, change]) => change);
  const texts = changed.map(([part, change]) => `${names[part]} ${formatSigned(change)}`);
  const before = sum(Object.values(points));
  const total = `${before} → ${before + sum(Object.values(changes))}`;
  return { text: texts.join(" · "), total };
}

/** @param {Build} [build] @param {Way} [way] */
function showPieces(build, way) {
  const paid = way?.payments || [];
  const stones = paid.map(payment => Number(payment.split("-")[1] || 0));
  for (const stone of $$("[data-stone]", getPad())) {
    const n = Number(stone.dataset.stone);
    const open = !stone.matches(".ticked, .shut");
    stone.classList.toggle("going", stones.includes(n));
    stone.classList.toggle("closing", open && !stones.includes(n) && n < Math.max(...stones));
  }
  for (const bonus of $$("[data-bonus]", getPad())) {
    const isWon = way && build?.won.includes(Number(bonus.dataset.bonus));
    bonus.classList.toggle("going", Boolean(isWon));
  }
  const left = $$(".joker:not(.gone)", getPad());
  const used = paid.filter(payment => payment === "joker").length;
  for (const [place, joker] of left.entries())
    joker.classList.toggle("going", place >= left.length - used);
  showDice(way);
}

/** @param {Way} [way] */
function showDice(way) {
  const taken = (way?.boxes ?? [])
    .filter((_, place) => way?.payments[place] === "die")
    .map(box => enclosing("label", required(`input[value="${box}"]`, getPad())).className);
  for (const die of $$(".tray > .die")) {
    const [colour = ""] = die.className.match(/k-\w+/) ?? [];
    const place = taken.findIndex(classes => colour && classes.split(" ").includes(colour));
    die.classList.toggle("going", place >= 0);
    if (place >= 0) taken.splice(place, 1);
  }
}

function showBuild() {
  const builds = getBuilds();
  const boxes = updateTickedOrder();
  const build = findBuild(builds, boxes);
  const way = findWay(build);
  required("#paying").value = JSON.stringify([order, [...tappedPayments]]); // not part of an entry, but kept by the browser over a reload
  const isAlone = !build && boxes.length === 1;
  const isHalf = isAlone && builds.some(({ ways }) => ways[0].boxes.includes(boxes[0]));
  getPad().classList.toggle("half", isHalf);
  showPrices(builds, boxes, way);
  showPieces(build, way);
  const { text, total } = showPoints(way ? countChanges(build, way) : {});
  required(".outcome").textContent = isHalf ? getWords().half : text;
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

function showTurn() {
  showRoll();
  if ($(PAD_SELECTOR) && $(".outcome")) showBuild();
  else showDice(); // remove the marks of the last turn
}

/** A tap on a ticked box selects its next payment; after the last one it unticks the box.
   @param {HTMLInputElement} box @param {Event} event */
function selectNextPayment(box, event) {
  if (box.checked) return;
  box.checked = true;
  const build = findBuild(getBuilds(), updateTickedOrder());
  const way = findWay(build);
  box.checked = false;
  if (!build || !way || getListedPayment(box.value)) return;
  const payments = [...new Set(build.ways.map(other => getPayment(other, box.value)))];
  const next = payments[payments.indexOf(getPayment(way, box.value)) + 1];
  if (!next) return;
  event.preventDefault();
  tappedPayments.set(box.value, next);
  setTimeout(() => box.dispatchEvent(new Event("change", { bubbles: true })));
}

/** Enter what is shown: the boxes in the order of payment, each with its payment. @param {FormDataEvent} event */
function replaceFormData({ target: form, formData }) {
  if (!$(PAD_SELECTOR) || form.id !== "move-form") return;
  const way = findWay(findBuild(getBuilds(), updateTickedOrder()));
  const payments = way?.payments ?? formData.getAll("payments[]");
  for (const name of ["boxes[]", "payments[]"]) formData.delete(name);
  for (const box of way?.boxes ?? order) formData.append("boxes[]", box);
  for (const payment of payments) formData.append("payments[]", `${payment}`);
}

const [ticked, wished] = JSON.parse($("#paying")?.value || "[[], []]");
order = ticked;
for (const [box, payment] of wished) tappedPayments.set(box, payment);

onEvent("click", "[data-builds] input", selectNextPayment);
document.addEventListener("click", showRoll);
document.addEventListener("change", showTurn, true); // before the listeners that show a question
document.addEventListener("reset", () => setTimeout(showTurn));
document.addEventListener("table:updated", showTurn);
document.addEventListener("formdata", replaceFormData);
showTurn();
