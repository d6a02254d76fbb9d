/* Making entries at a table: what is queued, what the page asks first, and what it shows until they are answered. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { find, findTexts, showPage, tap } from "./page.mjs";
import { serve } from "./server.mjs";

const code = await showPage("table giza");
const outbox = await import("../../static/js/outbox.js");
const connection = await import("../../static/js/connection.js");
const { forgetWriter, initEntryForms } = await import("../../static/js/entry.js");
const { closeOutdatedQuestion, openSheet } = await import("../../static/js/navigation.js");
const { showEntries } = await import("../../static/js/notices.js");
initEntryForms();

beforeEach(() => {
  serve(() => new Promise(() => {}));
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
  localStorage.clear();
  for (const entry of outbox.ownEntries()) outbox.dropOwn(entry);
  find("#now").dataset.phones = "1";
  find("#move-form").hidden = false;
  document.documentElement.dir = "ltr";
  connection.setOnline();
  showEntries();
});

const chooseTile = tile => {
  find(`input[name=tile][value="${tile}"]`).checked = true;
};
function layTile(tile, site) {
  chooseTile(tile);
  tap(`#site-0-${site}`);
}
const getValues = ({ body }) => Object.fromEntries(new URLSearchParams(body));
const listSaid = () => outbox.waiting(code).map(({ say }) => say.replace(/[\u2068\u2069]/g, ""));
const leaveServer = () => connection.setOffline(new Error("cut"));
const tapRow = row => tap(`#waiting p:nth-child(${row}) button`);

test("an entry contains the form, what the page showed, and its words", () => {
  find("#now").dataset.mark = "abc";
  layTile("+5", 0);
  const [entry] = outbox.waiting(code);
  const { key, ...values } = getValues(entry);
  assert.equal(key, entry.key);
  assert.equal(values["move board site"], "Play 0 0");
  assert.deepEqual([values.tile, values.seen], ["+5", "0."]);
  assert.match(listSaid()[0], /^\+5 → Khufu on Ana’s board/);
  assert.deepEqual([entry.away, entry.at, entry.game], [false, "site-0-0", "Giza"]);
});

test("in a script from right to left, the arrow points left", () => {
  find("#move-form").style.direction = "rtl";
  layTile("+5", 0);
  find("#move-form").style.direction = "";
  assert.match(listSaid()[0], /^\+5 ← Khufu/);
});

test("entries made offline refer to what the page showed before the first of them", () => {
  leaveServer();
  layTile("+5", 0);
  find("#now").dataset.version = "1"; // as the offline app answered
  layTile("+4", 1);
  find("#now").dataset.version = "0";
  const entries = outbox.waiting(code);
  assert.deepEqual(
    entries.map(entry => getValues(entry).seen),
    ["0.abc", "0.abc"],
  );
  assert.deepEqual(
    entries.map(({ away }) => away),
    [true, true],
  );
});

test("a form that no longer applies, or whose target has a queued entry, enters nothing", () => {
  find("#move-form").hidden = true;
  layTile("+5", 0);
  find("#move-form").hidden = false;
  find("#site-0-0").dataset.waiting = "1";
  layTile("+5", 0);
  delete find("#site-0-0").dataset.waiting;
  assert.deepEqual(listSaid(), []);
  layTile("+5", 0);
  assert.equal(listSaid().length, 1);
});

test("the arrow takes back the newest queued entry", () => {
  leaveServer();
  layTile("+5", 0);
  find("#undo button").disabled = false;
  tap("#undo button");
  const [entry, undo] = outbox.waiting(code);
  assert.equal(undo.undoes, entry.key);
});

test("offline, one of several phones is asked once whether it is the one that enters", () => {
  connection.setOfflineApp();
  find("#now").dataset.phones = "2";
  const confirm = find("#confirm-writer");
  layTile("+5", 0);
  assert.deepEqual([confirm.open, listSaid()], [true, []]);
  confirm.close("");
  assert.deepEqual(listSaid(), []);
  layTile("+5", 0);
  confirm.close("yes");
  assert.deepEqual([confirm.open, listSaid().length], [false, 1]);
  layTile("+4", 1);
  assert.deepEqual([confirm.open, listSaid().length], [false, 2]);
  forgetWriter();
  layTile("+3", 2);
  assert.deepEqual([confirm.open, listSaid().length], [true, 2]);
});

test("each queued entry can be removed, also the last one with the arrow", () => {
  leaveServer();
  for (const [tile, site] of [
    ["+5", 0],
    ["+4", 1],
    ["+3", 2],
    ["+2", 0],
  ])
    layTile(tile, site);
  const listTiles = () => listSaid().map(text => text.slice(0, 2));
  assert.deepEqual(findTexts("#waiting i"), ["↑1–4"]);
  tapRow(2);
  assert.deepEqual(listTiles(), ["+5", "+3", "+2"]);
  tap("#take-back");
  tapRow(1);
  assert.deepEqual([listTiles(), findTexts("#waiting i")], [["+3"], ["↑1"]]);
  tapRow(1);
  assert.deepEqual([find("#outbox").hidden, outbox.ownEntries()], [true, []]);
});

/* Refuse a new entry with this HTML. */
function refuseEntry(html) {
  layTile("+5", 0);
  outbox.refuse(outbox.waiting(code)[0], html);
  showEntries();
}
const isMarked = () => find("#site-0-0").classList.contains("refused-here");

test("a refusal marks its place on the board until it is read or another entry is made", () => {
  const html = '<div class="answer" data-at="site-0-0 move-form">Not there.</div>';
  const field = find("#move-form input[value='+5']");
  const acts = [() => tap("#answer > * > button"), () => layTile("+4", 1)];
  for (const act of acts) {
    refuseEntry(html);
    assert.match(find("#answer").textContent, /Not there\.Got it$/);
    assert.deepEqual([isMarked(), field.ariaInvalid], [true, "true"]);
    assert.equal(field.getAttribute("aria-describedby"), find("#answer > *").id);
    act();
    assert.deepEqual([findTexts("#answer > *"), isMarked()], [[], false]);
    assert.deepEqual([field.ariaInvalid, outbox.refused(code)], [null, []]);
    assert.equal(field.hasAttribute("aria-describedby"), false);
    for (const entry of outbox.waiting(code)) outbox.discard(entry);
  }
});

test("a refusal without words of the server is shown as not entered", () => {
  refuseEntry("");
  assert.match(find("#answer").textContent, /\+5.*Not enteredGot it$/s);
  tap("#answer > * > button");
  assert.deepEqual(findTexts("#answer > *"), []);
});

test("a refusal is shown in the drawer that covers the page", () => {
  find("#drawer").showModal();
  refuseEntry("<p>Not there.</p>");
  assert.equal(findTexts("#drawer .answers > *").length, 1);
  assert.deepEqual(findTexts("#answer > *"), []);
});

test("queued and refused entries of another table are listed with a link, until they are read", () => {
  const fields = { url: "/t/GHJKLM/enter", body: "move=Roll" };
  outbox.add({ ...fields, key: "roll", game: "Cheops" });
  outbox.refuse(outbox.add({ ...fields, key: "build", say: "Build" }), "<p>No wood.</p>");
  outbox.refuse(outbox.add({ ...fields, key: "seen", say: "Seen at its table" }), "<p>No.</p>");
  outbox.markShown(outbox.refused("GHJKLM").find(({ key }) => key === "seen"));
  showEntries();
  assert.deepEqual(findTexts("#elsewhere p"), [
    "Cheops Waiting to be sent: 1 Not entered: Build Got it",
  ]);
  assert.equal(find("#elsewhere a").getAttribute("href"), "/t/GHJKLM");
  tap("#elsewhere button");
  assert.deepEqual(findTexts("#elsewhere p"), ["Cheops Waiting to be sent: 1"]);
  outbox.discard(outbox.waiting("GHJKLM")[0]);
  showEntries();
  assert.equal(find("#elsewhere").hidden, true);
});

test("offline, the page shows how old it is, and which entries only this phone has", context => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  connection.setOnline();
  find("#now").dataset.version = "5";
  layTile("+5", 0);
  connection.setOfflineApp();
  layTile("+4", 1);
  outbox.answeredOffline.add(outbox.waiting(code)[0].key);
  context.mock.timers.tick(3 * 60_000);
  showEntries();
  find("#now").dataset.version = "0";
  assert.equal(find("#offline").textContent, "offline · 3 min");
  assert.equal(
    find("#line span").textContent,
    "2 waiting · offline, as of entry 4 and 1 you entered",
  );
});

test("a question closes when it is no longer about the entry that the user has read", () => {
  find("#undo").innerHTML = "<form><input name=of><dialog class=bottom-sheet></dialog></form>";
  const [entry, sheet] = [find("#undo input"), find("#undo dialog")];
  for (const change of [() => entry.replaceWith("another entry"), () => sheet.remove()]) {
    openSheet(sheet);
    closeOutdatedQuestion();
    assert.equal(sheet.open, true);
    change();
    closeOutdatedQuestion();
    assert.deepEqual(findTexts("#undo dialog[open]"), []);
  }
  find("#menu").showModal();
  closeOutdatedQuestion();
  assert.equal(find("#menu").open, true);
});
