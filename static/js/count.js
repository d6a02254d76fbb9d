/* The form that counts the points of one player. Unsent values are stored on this phone, the sum is updated live, and
   "Next" enters the sheet and shows the next player. */
import { $, $$, enclosing, findByIds, onEvent, required, stopEvent, sum } from "./dom.js";
import { getInitialValues, isChanged, restoreDraft, saveDraft } from "./forms.js";
import { showEntries } from "./notices.js";
import * as outbox from "./outbox.js";
import { code } from "./page.js";
import * as storage from "./storage.js";

const COUNTED_SELECTOR =
  ":is([data-worth], [data-each]):not(:is([type=radio], [type=checkbox]):not(:checked))";
const forms = () => $$(".count-of > form");
/** @param {HTMLFormElement} form */
const draftKey = form => `count-${code}-${form.elements.seat.value}`;

/** Show the points of each part, and the sum, with "?" if a value is unknown. @param {HTMLFormElement} form */
function updateSum(form) {
  const method = form.elements.by?.checked ? "sums" : "";
  const parts = $$("[data-part]", form).filter(
    part => (part.closest("[data-way]")?.dataset.way ?? method) === method,
  );
  const worths = parts.map(part => $$(COUNTED_SELECTOR, part).map(getPoints));
  const points = worths.map(numbers => sum(numbers.filter(Boolean)));
  for (const [n, part] of parts.entries())
    for (const place of $$(".part-sum", part))
      place.textContent = points[n] ? formatNumber(points[n]) : "";
  const isOpen = worths.flat().some(Number.isNaN);
  const open = isOpen ? $("[data-open]", form)?.dataset.open || "?" : "";
  const hasValues = form.hasAttribute("data-counted") || isChanged(form);
  required(".counted-sum", form).textContent = hasValues ? formatNumber(sum(points)) + open : "–";
  required(".made-of", form).textContent = hasValues ? formatSum(points) : "";
}

/** Return the points of a control, or of its number of pieces; NaN if they are unknown. @param {Control} field */
function getPoints({ dataset: { worth, each }, value }) {
  if (each === undefined) return Number(worth || "NaN");
  return Number(value) ? Number(value) * Number(each || "NaN") : 0;
}

/** @param {number} number */
const formatNumber = number => `${number}`.replace("-", "−");
/** @param {number[]} numbers */
const formatSum = ([first, ...more]) =>
  formatNumber(first) + more.map(n => ` ${n < 0 ? "−" : "+"} ${Math.abs(n)}`).join("");

/** Update the form after a change. The game's script draws first. @param {HTMLFormElement} form */
function updateForm(form) {
  form.dispatchEvent(new CustomEvent("count:changed", { bubbles: true }));
  updateSum(form);
  saveDraft(form, draftKey(form), !required(".meanwhile", form).hidden);
}

/** The storage key of the way of counting that was used last. @param {HTMLInputElement} by */
const methodKey = by => `count-by-${by.dataset.of}`;

/** @param {HTMLInputElement} by */
function storeMethod(by) {
  storage.put(methodKey(by), by.checked ? "yes" : "");
  const fresh = forms().filter(form => !form.hasAttribute("data-counted") && !isChanged(form));
  for (const { elements } of fresh) elements.by.checked = by.checked;
}

/* A sheet counted on another phone fills its form, unless this phone has a draft of it, also after a reload. */
const shown = new WeakMap();
const entered = new WeakSet();

function updateForms() {
  for (const form of forms()) {
    const initial = getInitialValues(form);
    const { by } = form.elements;
    if (!shown.has(form)) {
      if (by && !form.hasAttribute("data-counted"))
        by.checked ||= storage.get(methodKey(by)) === "yes";
    } else if (shown.get(form) !== initial) form.reset();
    if (shown.get(form) !== initial) {
      const isOwn = entered.delete(form);
      showMeanwhile(form, !isOwn && Boolean(restoreDraft(form, draftKey(form), true)));
    }
    shown.set(form, initial);
    updateForm(form);
  }
  markShown();
}

/** Show whether the form has a draft of a sheet that somebody has filled in. Without one, an answer to earlier values
   is removed.
   @param {HTMLFormElement} form @param {boolean} hasDraft */
function showMeanwhile(form, hasDraft) {
  required(".meanwhile", form).hidden = !hasDraft;
  if (!hasDraft) required(".why-not", form).replaceChildren();
}

/* The form in the address, which is not yet the target while the page loads; otherwise the first one. */
const findShownForm = () =>
  findByIds(location.hash.slice(1)).find(place => place.matches(".count-of")) ??
  $(".count-of.first");

/* Mark the shown player in the head. The player in the address stays until the user goes on. */
function markShown() {
  const board = findShownForm();
  if (board && !$(".count-of:target")) location.replace(`#${board.id}`);
  for (const link of $$("#seats a"))
    link.ariaCurrent = link.hash === `#${board?.id}` ? "true" : null;
}

/** @type {HTMLInputElement | null} */
let tappedAgain = null;

/** Reduce the count of pieces by one: tapping the selected radio button selects the one before.
   @param {HTMLInputElement} box */
function removeOnePiece(box) {
  const group = $$(`input[name="${CSS.escape(box.name)}"]`, box.form ?? document);
  const before = box.closest(".pieces") && group[group.indexOf(box) - 1];
  if (before) before.checked = true;
  else box.checked = false;
  if (document.activeElement === box) before?.focus();
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

let closing = false;

/** @param {HTMLFormElement} form @param {SubmitEvent} event */
function submitSheet(form, event) {
  const { submitter } = event;
  const isSure = submitter?.matches(".sure");
  const main = isSure ? $(".onward .primary", form) : submitter;
  const { next, closes } = main?.dataset ?? {};
  const sums = form.elements.by?.checked ? $$("[data-way=sums] [data-key]", form) : [];
  if (sums.some(field => field.value)) for (const field of sums) field.value ||= "0";
  const isSame = !isChanged(form);
  const isEntered = isSame && form.hasAttribute("data-counted");
  if (isSame && !isEntered && !isSure) {
    stopEvent(event);
    return required("dialog:has(.sure)", form).showModal();
  }
  closing = closes !== undefined;
  $("dialog[open]", form)?.close();
  if (isEntered && (closing || next)) stopEvent(event);
  else entered.add(form);
  if (isEntered && closing) closeCount();
  else if (next) location.replace(`#${next}`);
}

function closeCount() {
  closing = false;
  required("form#close-count").requestSubmit();
}

document.addEventListener("pointerdown", ({ target }) => {
  const label = target.closest?.(".count-of label");
  tappedAgain = label && $("input[type=radio]:checked", label);
});
document.addEventListener("click", ({ target }) => {
  if (!tappedAgain || target !== tappedAgain) return;
  removeOnePiece(tappedAgain);
  tappedAgain = null;
});
document.addEventListener("keydown", event => {
  const box = event.key === " " && event.target.closest("input:checked");
  if (!box || !box.matches(".count-of [type=radio]")) return;
  event.preventDefault();
  removeOnePiece(box);
});
for (const type of /** @type {const} */ (["input", "change"]))
  onEvent(type, ".count-of > form", (form, { target }) => {
    if (target.name === "by") storeMethod(target);
    entered.delete(form);
    updateForm(form);
    if (!target.closest(".refused-here")) return;
    outbox.refused(code).forEach(outbox.markRead); // as the user has changed the form
    showEntries();
  });
onEvent("submit", ".count-of > form", submitSheet, true);

/* After a refusal, show the form of its seat. If the count cannot be closed, show the first form named in the answer. */
const shownRefusals = new Set();

function showRefusedForm() {
  const entry = outbox.refused(code).find(({ key }) => !shownRefusals.has(key));
  if (!entry) return;
  shownRefusals.add(entry.key);
  closing = false; // an answer to a later entry does not close the count
  const body = new URLSearchParams(entry.body);
  const named = $(`[data-tap="${entry.key}"]`)?.dataset.at;
  const ids = body.get("move") === "Close" ? named : `board-${body.get("seat")}`;
  const boards = findByIds(ids).flatMap(place => place.closest(".count-of") ?? []);
  const isShown = boards.some(board => board === findShownForm());
  if (boards[0] && !isShown) location.replace(`#${boards[0].id}`);
}

onEvent("click", ".count-of .meanwhile [type=reset]", button => {
  const form = enclosing("form", button);
  form.reset();
  showMeanwhile(form, false);
  updateForm(form);
});
document.addEventListener("entries:listed", showRefusedForm);
document.addEventListener("entry:answered", () => closing && closeCount());
addEventListener("hashchange", markShown);
document.addEventListener("table:updated", updateForms);
/* If a game becomes a count, the browser may run this script before the game's. */
document.addEventListener("count:ready", updateForms);
updateForms();
