/* Puts each entry into the outbox when the form is submitted, and sends it. */
import { hasOfflineCopy, isOnline, isUsingOfflineApp } from "./connection.js";
import { $, $$, getAccessibleName, getFormValue, isolateBidi, required } from "./dom.js";
import { confirmFirst } from "./navigation.js";
import { removeAnswers, showEntries, vibrate } from "./notices.js";
import * as outbox from "./outbox.js";
import { back, entriesTable, shownEntryHash, shownVersion } from "./page.js";
import { send } from "./sender.js";
import * as storage from "./storage.js";
import { isRepeatedTap, recordEntry } from "./tap_guard.js";

export const initEntryForms = () => document.addEventListener("submit", enterForm);

/** @param {SubmitEvent} event */
function enterForm(event) {
  const { target: form, submitter } = event;
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  if (form.method !== "post" || !action?.endsWith("/enter")) return;
  event.preventDefault();
  if (isOutdated(form, submitter) || isTargetQueued(form, submitter)) return;
  const body = bodyOf(form, submitter);
  const enter = () => addEntry(form, action, body, submitter);
  const reason = reasonToAsk(body);
  if (needsWriter())
    confirmFirst(required("dialog#confirm-writer"), () => {
      storage.put(storageKey, "1");
      enter();
    });
  else if (reason) askOnceMore(reason, body, enter);
  else enter();
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function bodyOf(form, submitter) {
  const data = new FormData(form);
  if (submitter instanceof HTMLButtonElement && submitter.name)
    data.append(submitter.name, submitter.value);
  return new URLSearchParams([...data].map(([name, value]) => [name, `${value}`]));
}

/** @param {HTMLElement} form @param {HTMLElement | null} submitter */
const isOutdated = (form, submitter) =>
  form.matches("#move-form[hidden]") ||
  (form.matches("#move-form:has(> #next-step)") && !submitter?.closest("#next-step"));

/** Return whether a queued entry has the same target: a second tap there is no second entry.
   @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function isTargetQueued(form, submitter) {
  const chosen = [...form.elements].filter(field => field.matches("input:checked"));
  const places = [submitter, ...chosen.map(box => box.closest("label"))];
  return places.some(place => place?.matches("[data-waiting], :has([data-waiting])"));
}

/** Return the reason to ask before the entry: a second tap, the same entry in the queue, or another move without an
   answer, which may change the meaning of this one. Return an empty string if there is none.
   @param {URLSearchParams} body */
function reasonToAsk(body) {
  if (isRepeatedTap()) return "again";
  const queued = outbox.waiting(entriesTable).map(entry => entry.body);
  const isQueued = queued.some(other => valuesWithoutKey(other) === valuesWithoutKey(body));
  if (isQueued && !isUsingOfflineApp()) return "waiting";
  return isOnline() && isMove(body) && queued.some(isMove) ? "unanswered" : "";
}

/** @param {string | URLSearchParams} body */
const isMove = body => getFormValue(body, "move") !== undefined;

/** Ask whether to enter it. The question closes when its reason no longer exists. If the board showed the last entry
   before this one when it was tapped, it is entered.
   @param {string} reason @param {URLSearchParams} body @param {() => void} enter */
function askOnceMore(reason, body, enter) {
  const sheet = required("dialog#confirm-entry");
  for (const question of $$("[data-why]", sheet)) question.hidden = question.dataset.why !== reason;
  confirmFirst(sheet, enter);
  const [last] = outbox.waiting(entriesTable).slice(-1);
  const version = shownVersion();
  const controller = new AbortController();
  const closeIfSettled = () => {
    if (!sheet.open || reason === "again" || reasonToAsk(body) === reason) return;
    controller.abort();
    sheet.close();
    const accepted = outbox.acceptedVersions.get(last.key) ?? 0;
    if (outbox.versionSeen(last) < accepted && accepted <= version) enter();
  };
  document.addEventListener("entries:listed", closeIfSettled, { signal: controller.signal });
  sheet.addEventListener("close", () => controller.abort(), { once: true });
}

/** @param {string | URLSearchParams} body */
const valuesWithoutKey = body =>
  [...new URLSearchParams(body)].filter(([name]) => !["key", "seen"].includes(name)).join("&");

/** @param {HTMLFormElement} form @param {string} url @param {URLSearchParams} body @param {HTMLElement | null} submitter */
function addEntry(form, url, body, submitter) {
  const entry = outbox.add(makeEntry(form, url, body, submitter));
  outbox.addOwn(entry);
  recordEntry();
  const isUndo = getFormValue(entry.body, "kind") === "undo"; // a refused entry can then be entered again
  for (const answer of isUndo ? [] : outbox.refused(entry.table)) outbox.markRead(answer);
  send(); // before it is drawn, so that the request does not wait for the layout
  removeAnswers();
  showEntries();
  vibrate(12);
}

/** @param {HTMLFormElement} form @param {string} url @param {URLSearchParams} data
   @param {HTMLElement | null} submitter @returns {NewEntry} */
function makeEntry(form, url, data, submitter) {
  const key = outbox.newKey();
  const away = !isOnline();
  const isUndoArrow = form.matches("#undo > form") && !submitter?.closest("dialog");
  const undoesNewest = isUndoArrow || (hasOfflineCopy() && getFormValue(data, "kind") === "undo");
  data.set("key", key);
  if (away || !data.has("seen")) data.set("seen", shownState());
  return {
    key,
    away,
    url,
    body: new URLSearchParams(data).toString(),
    undoes: undoesNewest ? outbox.nextUndone(entriesTable) : undefined,
    say: describeEntry(form, submitter),
    at: submitter?.dataset.place ?? submitter?.dataset.target,
    laid: submitter?.matches("[data-target]") ? laidPieceHtml() : undefined,
    game: document.title.replace(/^▸ /, "").split(" · ")[0],
    // biome-ignore lint/suspicious/noThenProperty: taps that wait on phones are stored with this name
    then: form.dataset.then || back || "",
    from: location.pathname,
  };
}

/* The version and hash of the server's page; offline, those on which the first queued entry was made. */
function shownState() {
  const [first] = isOnline() ? [] : outbox.waiting(entriesTable);
  const seen = first && new URLSearchParams(first.body).get("seen");
  return seen || `${shownVersion()}.${shownEntryHash()}`;
}

/* Return the HTML of the chosen piece on its target, with the class of its colour (p-…). */
function laidPieceHtml() {
  const piece = $("#move-form label:has(> :checked)");
  const [family = ""] = piece?.className.match(/\bp-\S+/) ?? [];
  const drawing = piece && $(".tile, .piece", piece);
  return `<span class="queued-piece ${family}" aria-hidden="true">${drawing?.outerHTML ?? ""}</span>`;
}

/** Return the entry in the words of the page. @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function describeEntry(form, submitter) {
  const chosen = $("input[type=radio]:checked", form);
  const names = [chosen?.closest("label"), submitter].map(getAccessibleName);
  const words = new Set([form.dataset.say, ...names].filter(Boolean));
  const arrow = getComputedStyle(form).direction === "rtl" ? " ← " : " → ";
  return [...words].map(isolateBidi).join(arrow);
}

/* If two phones continue a game offline, the result is two games. So if several phones are at the table, this phone
   asks once, before the first offline entry, whether it is the one that enters moves. */

const storageKey = `writes-${entriesTable}`;

const needsWriter = () =>
  hasOfflineCopy() &&
  Boolean($("#confirm-writer") && $("#now:not([data-phones='1'])")) &&
  !storage.get(storageKey);

export const forgetWriter = () => storage.drop(storageKey);
