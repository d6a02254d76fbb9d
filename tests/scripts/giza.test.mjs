/* Giza: the hand, which only this phone knows, follows the entries; and a tile and a site are chosen in any order. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { dispatch, find, findTexts, showPage, tap } from "./page.mjs";
import { serve } from "./server.mjs";

const code = await showPage("table giza", "games/giza");
const outbox = await import("../../static/js/outbox.js");
const form = await import("../../static/js/move_form.js");
const { followEvents } = await import("../../static/js/page.js");
(await import("../../static/js/entry.js")).initEntryForms();
form.initTargets();
followEvents({ "table:updated": [form.clearEnteredChoices, form.highlightTargets] });

const getHand = () => findTexts("#below .in-hand .quiet").join(" ");
const choose = tile => tap(`#palette input[value="${tile}"]`);
/* Show the table after this entry. The newest entry that was not undone is `newest`. */
function showTable(version, newest = version, seat = "0") {
  find("#now").dataset.version = version;
  find("#now > [name=of]").value = newest;
  find("#move-form > [name=seat]").value = seat;
  dispatch("table:updated");
}
function lay(tile) {
  choose(tile);
  tap("#site-0-0");
  return outbox.waiting(code).at(-1);
}
function layAndAccept(tile, version) {
  outbox.settle(lay(tile), version);
  showTable(version);
}

beforeEach(() => {
  serve(() => new Promise(() => {}));
  for (const entry of outbox.ownEntries()) outbox.dropOwn(entry);
  localStorage.clear();
  find("#move-form").reset();
  showTable(0);
  for (const tile of ["t3", "+2", "-4", "+1"]) tap(`#below [data-held-tile="${tile}"]`);
});

test("the hand has four tiles, and is offered until the user wants all", () => {
  tap('#below [data-held-tile="+5"]');
  assert.equal(find("#palette .pick:has([value='t3'])").dataset.held, "1");
  tap("#palette > .all");
  assert.equal(document.body.dataset.tiles, "all");
  tap("#palette > .empty");
  assert.equal(document.body.dataset.tiles, "own");
  tap("#below .in-hand > button:nth-child(1)");
  assert.equal(getHand(), "+2 −4 +3 treasure");
});

test("a played tile leaves the hand, and returns if its entry is refused or removed", () => {
  for (const end of [outbox.refuse, outbox.discard]) {
    const entry = lay("+2");
    assert.equal(getHand(), "+1 −4 +3 treasure");
    for (const act of [end, outbox.markRead]) {
      act(entry, "<p>No.</p>");
      dispatch("entries:listed");
      assert.equal(getHand(), "+1 +2 −4 +3 treasure");
    }
  }
});

test("an undone tile returns if there is room, and leaves again only if it is redone", () => {
  layAndAccept("+2", 1);
  showTable(2, 0);
  assert.equal(getHand(), "+1 +2 −4 +3 treasure");
  showTable(3, 1);
  assert.equal(getHand(), "+1 −4 +3 treasure");
  showTable(4, 0);
  layAndAccept("+1", 5);
  assert.equal(getHand(), "+2 −4 +3 treasure");
  tap('#below [data-held-tile="+5"]');
  showTable(6, 0);
  assert.equal(getHand(), "+2 +5 −4 +3 treasure");
});

test("an entry for another player, or of another tile, contains nothing of the hand", () => {
  assert.doesNotMatch(lay("+5").body, /t3|-4|%2B[12]/);
  outbox.discard(outbox.waiting(code)[0]);
  showTable(1, 1, "1");
  assert.match(lay("+2").body, /seat=1/);
  assert.equal(getHand(), "+1 +2 −4 +3 treasure");
  dispatch("table:over");
  assert.doesNotMatch(Object.keys(localStorage).join(), /hand/);
});

test("a site that was tapped first asks for a tile, until the next tap or turn", () => {
  for (const forget of [
    () => tap("#site-0-0"),
    () => showTable(1, 1, "1"),
    form.clearPendingTarget,
  ]) {
    tap("#site-0-0");
    assert.deepEqual(findTexts("#table:has([aria-pressed]) .question"), ["What goes there?"]);
    const away = findTexts("#palette .elsewhere .quiet");
    assert.deepEqual([away.includes("+5"), away.includes("sphinx base")], [false, true]);
    forget();
    assert.deepEqual(findTexts(".elsewhere, [data-target][aria-pressed]"), []);
  }
  tap("#site-0-1");
  choose("t2"); // the server says why not
  assert.match(outbox.waiting(code)[0].body, /site=Play\+0\+1/);
});

test("a chosen tile lights its sites, until it is laid or another seat's turn begins", () => {
  for (const end of [() => layAndAccept("-3", 1), () => showTable(1, 1, "1")]) {
    choose("-3");
    assert.equal(findTexts(".lit .brings").join(" "), "●−3 ●−3 ●−3 ■−3 ■−3 ■−3 ▲−3 ▲−3 ▲−3");
    end();
    assert.deepEqual(findTexts("#palette :checked, .lit"), []);
    showTable(0);
  }
});
