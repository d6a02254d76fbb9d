/* Counting one person at a time. What is tapped stays on this phone until it is entered, the sum runs along,
   and "Next" enters the sheet and leads on. */
import { $, $$, required } from "./dom.js";
import { isChanged, saveDraft, restoreDraft, getInitialValues } from "./forms.js";
import "./keypad.js";
import { showEntries } from "./notices.js";
import * as outbox from "./outbox.js";
import { code } from "./page.js";
import * as storage from "./storage.js";

const forms = () => $$(".count-of > form");
/** @param {HTMLFormElement} form */
const placeOf = form => `count-${code}-${form.elements.seat.value}`;

/** Each part's points, by what is told in it; "?" where nobody knows what that is worth.
   @param {HTMLFormElement} form */
function sumUp(form) {
  const way = form.elements.by?.checked ? "sums" : "";
  /** @param {Element} part */
  const isShown = part => (part.closest("[data-way]")?.dataset.way ?? way) === way;
  const shownParts = $$("[data-part]", form).filter(isShown);
  const parts = shownParts.map(part =>
    $$("[data-worth], [data-each]", part)
      .filter(field => !field.matches("[type=radio], [type=checkbox]") || field.checked)
      .map(worthOf),
  );
  const known = parts.map(worths =>
    worths.filter(n => !Number.isNaN(n)).reduce((a, b) => a + b, 0),
  );
  for (const [n, part] of shownParts.entries())
    for (const place of $$(".part-sum", part))
      place.textContent = known[n] ? written(known[n]) : "";
  const isOpen = parts.flat().some(Number.isNaN);
  const isTold = form.hasAttribute("data-counted") || isChanged(form);
  const sum = known.reduce((a, b) => a + b, 0);
  required(".counted-sum", form).textContent = isTold
    ? `${written(sum)}${isOpen ? $("[data-open]", form)?.dataset.open || "?" : ""}`
    : "–";
  required(".made-of", form).textContent = isTold ? asSum(known) : "";
}

/** What a control is worth by itself, or by its number; NaN where nobody knows.
   @param {Control} field */
function worthOf({ dataset: { worth, each }, value }) {
  if (each === undefined) return Number(worth || "NaN");
  return Number(value) ? Number(value) * Number(each || "NaN") : 0;
}

/** @param {number} number */
const written = number => `${number}`.replace("-", "−");
/** @param {number[]} numbers */
const asSum = numbers =>
  numbers.map((n, place) => (place ? ` ${n < 0 ? "−" : "+"} ${Math.abs(n)}` : written(n))).join("");

/** What a game shows of what was told is drawn first. @param {HTMLFormElement} form */
function follow(form) {
  form.dispatchEvent(new CustomEvent("count:changed", { bubbles: true }));
  sumUp(form);
  saveDraft(form, placeOf(form));
}

/** @param {HTMLFormElement} form */
function begin(form) {
  const { by } = form.elements;
  if (by && !form.hasAttribute("data-counted")) by.checked ||= storage.get(wayOf(by)) === "yes";
  restoreDraft(form, placeOf(form));
}

/** Of two ways of telling, the one that was taken last. @param {{ dataset: DOMStringMap }} by */
const wayOf = by => `count-by-${by.dataset.of}`;

/** @param {HTMLInputElement} field */
function takeWay({ checked, dataset }) {
  storage.put(wayOf({ dataset }), checked ? "yes" : "");
  const fresh = forms().filter(form => !form.hasAttribute("data-counted") && !isChanged(form));
  for (const { elements } of fresh) elements.by.checked = checked;
}

/* A sheet that came from elsewhere stands in its form, or behind what is half told there. */
const shown = new WeakMap();
const entered = new WeakSet();

function followAll() {
  for (const form of forms()) {
    const drawn = getInitialValues(form);
    if (!shown.has(form)) begin(form);
    else if (shown.get(form) !== drawn) show(form);
    shown.set(form, drawn);
    follow(form);
  }
  mark();
}

/** @param {HTMLFormElement} form */
function show(form) {
  form.reset();
  const isOwn = entered.delete(form);
  required(".meanwhile", form).hidden = isOwn || !restoreDraft(form, placeOf(form), true);
}

const shownBoard = () => $(".count-of:target") ?? $(".count-of.first");

/* The one that is shown, also in the head; whoever opens the page stays with them until they go on. */
function mark() {
  const here = shownBoard();
  if (here && !$(".count-of:target")) location.replace(`#${here.id}`);
  for (const link of $$("#seats a"))
    link.ariaCurrent = link.hash === `#${here?.id}` ? "true" : null;
}

/** @type {HTMLInputElement | null} */
let again = null;

/** The n-th piece says n; once more, or by the keyboard's blank, one less. What is no number is none again.
   @param {HTMLInputElement} box */
function takeOne(box) {
  const group = $$(`input[name="${CSS.escape(box.name)}"]`, box.form ?? document);
  const before = box.closest(".pieces") && group[group.indexOf(box) - 1];
  if (before) before.checked = true;
  else box.checked = false;
  if (document.activeElement === box) before?.focus();
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

let closing = false;

/** @param {SubmitEvent} event @param {HTMLFormElement} form */
function goOn(event, form) {
  const { submitter } = event;
  const isSure = submitter?.matches(".sure");
  const main = isSure ? $(".onward .primary", form) : submitter;
  const { next, closes } = main?.dataset ?? {};
  fillBlanks(form);
  const isSame = !isChanged(form);
  const isEntered = isSame && form.hasAttribute("data-counted");
  if (isSame && !isEntered && !isSure) {
    stop(event);
    return required("dialog", form).showModal();
  }
  closing = closes !== undefined;
  $("dialog[open]", form)?.close();
  if (isEntered && (closing || next)) stop(event);
  else entered.add(form);
  if (isEntered && closing) close();
  else if (next) location.replace(`#${next}`);
}

/** Of several numbers that are told together, those left out are nought. @param {HTMLFormElement} form */
function fillBlanks(form) {
  const fields = form.elements.by?.checked ? $$("[data-way=sums] [data-key]", form) : [];
  if (!fields.some(field => field.value)) return;
  for (const field of fields) field.value ||= "0";
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

function close() {
  closing = false;
  required("form#close-count").requestSubmit();
}

document.addEventListener("pointerdown", ({ target }) => {
  const box = target.closest?.(".count-of label")?.querySelector("input");
  again = box?.type === "radio" && box.checked ? box : null;
});
document.addEventListener("click", ({ target }) => {
  if (!again || target !== again) return;
  takeOne(again);
  again = null;
});
document.addEventListener("keydown", event => {
  const box = event.key === " " && event.target.closest("input:checked");
  if (!box || !box.matches(".count-of [type=radio]")) return;
  event.preventDefault();
  takeOne(box);
});
for (const type of /** @type {const} */ (["input", "change"])) {
  document.addEventListener(type, ({ target }) => {
    const form = target.closest(".count-of > form");
    if (!form) return;
    if (target.name === "by") takeWay(target);
    entered.delete(form);
    follow(form);
    if (target.closest(".refused-here")) readRefused();
  });
}
document.addEventListener(
  "submit",
  event => {
    const form = event.target.closest(".count-of > form");
    if (form) goOn(event, form);
  },
  true,
);
/* What was refused is put right where it was told; what keeps the count open, on the first board that the answer points
   to. */
const toldOf = new Set();

function backToRefused() {
  const tap = outbox.refused(code).find(({ key }) => !toldOf.has(key));
  if (!tap) return;
  toldOf.add(tap.key);
  const body = new URLSearchParams(tap.body);
  const isClose = body.get("move") === "Close";
  const boards = isClose
    ? boardsOf($(`[data-tap="${tap.key}"]`))
    : [$(`#board-${body.get("seat")}`)];
  if (boards[0] && !boards.includes(shownBoard())) location.replace(`#${boards[0].id}`);
}

/* Who puts it right has read why. */
function readRefused() {
  outbox.refused(code).forEach(outbox.markRead);
  showEntries();
}

/** @param {HTMLElement | null} answer */
const boardsOf = answer =>
  (answer?.dataset.at ?? "")
    .split(" ")
    .map(id => document.getElementById(id)?.closest(".count-of"))
    .filter(Boolean);

document.addEventListener("click", ({ target }) => {
  const note = target.closest(".meanwhile");
  if (!note || !target.form || target.type !== "reset") return;
  target.form.reset();
  note.hidden = true;
  follow(target.form);
});
document.addEventListener("entries:listed", backToRefused);
document.addEventListener("entry:answered", () => closing && close());
addEventListener("hashchange", mark);
document.addEventListener("table:updated", followAll);
followAll();
