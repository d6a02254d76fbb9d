/* Keeps each entry the moment it is tapped, and has it sent. */
import { hasOfflineCopy, isUsingOfflineApp, isOnline } from "./connection.js";
import { $, $$, isolateBidi, getAccessibleName, required } from "./dom.js";
import { getFormValue } from "./form_values.js";
import { buzz, showEntries } from "./notices.js";
import * as outbox from "./outbox.js";
import { back, shownEntryHash, shownVersion, entriesTable } from "./page.js";
import { send } from "./sender.js";
import { confirmFirst } from "./bottom_sheets.js";
import * as storage from "./storage.js";
import { isRepeatedTap, recordEntry } from "./tap_guard.js";

export const initEntryForms = () => document.addEventListener("submit", enterForm);

/** @param {SubmitEvent} event */
function enterForm(event) {
  const { target: form, submitter } = event;
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  if (form.method !== "post" || !action?.endsWith("/enter")) return;
  event.preventDefault();
  if (isPast(form, submitter) || waitsThere(form, submitter)) return;
  const body = bodyOf(form, submitter);
  const enter = () => keep(form, action, body, submitter);
  const why = reasonToAsk(body);
  if (asksWhoWrites()) askWhoWrites(enter);
  else if (why) askOnceMore(why, body, enter);
  else enter();
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function bodyOf(form, submitter) {
  const data = new FormData(form);
  if (submitter instanceof HTMLButtonElement && submitter.name)
    data.append(submitter.name, submitter.value);
  return new URLSearchParams([...data].map(([name, value]) => [name, `${value}`]));
}

/** What the hand asked for before it was put away, or went on to its next step, is not entered any more.
   @param {HTMLElement} form @param {HTMLElement | null} submitter */
const isPast = (form, submitter) =>
  form.matches("#move-form[hidden]") ||
  (form.matches("#move-form:has(> #next-step)") && !submitter?.closest("#next-step"));

/** A second tap where an entry waits is no second entry.
   @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function waitsThere(form, submitter) {
  const chosen = [...form.elements].filter(field => field.matches("input:checked"));
  const places = [submitter, ...chosen.map(box => box.closest("label"))];
  return places.some(place => place?.matches("[data-waiting], :has([data-waiting])"));
}

/** Why a person is asked before this is entered as well: the name of the question in the sheet; empty where nobody is.
   @param {URLSearchParams} body */
function reasonToAsk(body) {
  if (isRepeatedTap()) return "again";
  if (waitsAlready(body)) return "waiting";
  return isUnanswered(body) ? "unanswered" : "";
}

/** What has no place to be seen at, and is tapped again, may be meant once or twice.
   @param {URLSearchParams} body */
const waitsAlready = body =>
  !isUsingOfflineApp() && outbox.waiting(entriesTable).some(tap => saidIn(tap.body) === saidIn(body));

/** A move that is on its way may change what the next one means. @param {URLSearchParams} body */
const isUnanswered = body =>
  isOnline() && isMove(body) && outbox.waiting(entriesTable).some(({ body }) => isMove(body));

/** @param {string | URLSearchParams} body */
const isMove = body => getFormValue(body, "move") !== undefined;

/** The question goes with what it asks about. What was tapped on a board that showed the first entry already is entered.
   @param {string} why @param {URLSearchParams} body @param {() => void} enter */
function askOnceMore(why, body, enter) {
  const sheet = required("dialog#confirm-entry");
  for (const question of $$("[data-why]", sheet)) question.hidden = question.dataset.why !== why;
  confirmFirst(sheet, enter);
  const [first] = outbox.waiting(entriesTable);
  const version = shownVersion();
  const asked = new AbortController();
  const look = () => {
    if (why === "again" || reasonToAsk(body) === why) return;
    asked.abort();
    sheet.close();
    const accepted = outbox.acceptedVersion;
    if (why === "unanswered" && outbox.versionSeen(first) < accepted && accepted <= version) enter();
  };
  document.addEventListener("entries:listed", look, { signal: asked.signal });
  sheet.addEventListener("close", () => asked.abort(), { once: true });
}

/** @param {string | URLSearchParams} body */
const saidIn = body =>
  [...new URLSearchParams(body)].filter(([name]) => !["key", "seen"].includes(name)).join("&");

/** @param {HTMLFormElement} form @param {string} url @param {URLSearchParams} body @param {HTMLElement | null} submitter */
function keep(form, url, body, submitter) {
  const tap = outbox.add(tapOf(form, url, body, submitter));
  outbox.addOwn(tap);
  recordEntry();
  const takesBack = getFormValue(tap.body, "kind") === "undo"; // what was refused can then be entered anew
  for (const answer of takesBack ? [] : outbox.refused(tap.table)) outbox.markRead(answer);
  $("#answer")?.replaceChildren();
  showEntries();
  buzz(12);
  send();
}

/** @param {HTMLFormElement} form @param {string} url @param {URLSearchParams} data
   @param {HTMLElement | null} submitter @returns {NewEntry} */
function tapOf(form, url, data, submitter) {
  const key = outbox.newKey();
  const away = !isOnline();
  data.set("key", key);
  if (away || !data.has("seen")) data.set("seen", shown());
  return {
    key,
    away,
    url,
    body: new URLSearchParams(data).toString(),
    undoes: undoneBy(form, submitter),
    say: wordsFor(form, submitter),
    ...placeOf(submitter),
    game: document.title.replace(/^▸ /, "").split(" · ")[0],
    // biome-ignore lint/suspicious/noThenProperty: taps that wait on phones are stored with this name
    then: form.dataset.then || back || "",
    from: location.pathname,
  };
}

/** The arrow takes back what was tapped last, also while that is on its way.
   @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
const undoneBy = (form, submitter) =>
  form.matches("#undo > form") && !submitter?.closest("dialog")
    ? outbox.waiting(entriesTable).at(-1)?.key
    : undefined;

/* What the server showed: with no line, what it showed when the first tap that waits was made. */
function shown() {
  const [first] = isOnline() ? [] : outbox.waiting(entriesTable);
  const seen = first && new URLSearchParams(first.body).get("seen");
  return seen || `${shownVersion()}.${shownEntryHash()}`;
}

/** Where on the board it was tapped, or what it changes there, and what it lays there: another time the place may be no
   button. @param {HTMLElement | null} submitter */
function placeOf(submitter) {
  if (submitter?.dataset.place) return { at: submitter.dataset.place };
  if (!submitter?.matches("[data-target]")) return {};
  return { at: submitter.dataset.target, laid: laidOf($("#move-form label:has(> :checked)")) };
}

/** A piece of the hand as it lies at a place of the board: with its family (p-…), and so with its colour.
   @param {Element | null} piece */
function laidOf(piece) {
  const families = [...(piece?.classList ?? [])].filter(name => name.startsWith("p-"));
  const drawing = piece && $(".tile, .piece", piece);
  return `<span class="queued-piece ${families.join(" ")}" aria-hidden="true">${drawing?.outerHTML ?? ""}</span>`;
}

/** What was tapped, in the words of the page.
   @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function wordsFor(form, submitter) {
  const chosen = $("input[type=radio]:checked", form);
  const words = [form.dataset.say, getAccessibleName(chosen?.closest("label")), getAccessibleName(submitter)];
  const arrow = getComputedStyle(form).direction === "rtl" ? " ← " : " → ";
  return [...new Set(words.filter(Boolean))].map(isolateBidi).join(arrow);
}

/* Two phones that both go on by themselves write two games. Where more than one sits at the table, this one asks once
   who writes, before the first entry that it judges alone, for as long as the line is away. */

const place = `writes-${entriesTable}`;

export const asksWhoWrites = () =>
  hasOfflineCopy() &&
  Boolean($("#confirm-writer") && $("#now:not([data-phones='1'])")) &&
  !storage.get(place);

/** What was tapped is entered once somebody says that this phone writes. @param {() => void} enter */
export function askWhoWrites(enter) {
  confirmFirst(required("dialog#confirm-writer"), () => {
    storage.put(place, "1");
    enter();
  });
}

export const forgetWriter = () => storage.drop(place);
