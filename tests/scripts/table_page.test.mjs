/* The page of a table with all its scripts, except htmx: what follows each event, and what ends with an event. */
import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { beforeEach, mock, test } from "node:test";
import { dispatch, find, findTexts, showPage } from "./page.mjs";
import { serve, waitTurn } from "./server.mjs";

registerHooks({
  resolve: (name, context, next) =>
    name.includes("/vendor/")
      ? { url: "data:text/javascript,", shortCircuit: true }
      : next(name, context),
});
const extensions = {};
globalThis.htmx = {
  registerExtension: (name, functions) => Object.assign(extensions, { [name]: functions }),
  swap: ({ target, text }) => target.replaceChildren(text),
  trigger() {},
};
const locks = new Set(); // that keep the screen on
const request = async () => {
  const lock = { release: () => locks.delete(lock) };
  locks.add(lock);
  return lock;
};
Object.defineProperty(navigator, "wakeLock", { value: { request } });
serve(() => new Promise(() => {}));
mock.timers.enable({ apis: ["setInterval"] });
await showPage("table giza", "js/main", "js/deferred", "js/move_controls", "games/giza");
const code = document.body.dataset.table;
const connection = await import("../../static/js/connection.js");
const navigation = await import("../../static/js/navigation.js");
const outbox = await import("../../static/js/outbox.js");
const { initChoiceDraft } = await import("../../static/js/move_form.js");

const find5 = () => find("input[name=tile][value='+5']");
const choose = () => {
  find5().checked = true;
  find5().dispatchEvent(new Event("change", { bubbles: true }));
};
const isLit = () => find("#site-0-0").classList.contains("lit");
const addToDrawer = html => find("#drawer-page").insertAdjacentHTML("beforeend", html);

beforeEach(() => {
  serve(() => new Promise(() => {}));
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
  for (const entry of outbox.waiting(code)) outbox.discard(entry);
  for (const entry of outbox.ownEntries()) outbox.dropOwn(entry);
  localStorage.clear();
  find("#move-form").reset();
  find("#now").dataset.version = "0";
  connection.setOnline();
  dispatch("table:updated");
});

test("after the update with an entry, neither its piece nor its targets stay chosen for the next player", () => {
  choose();
  assert.equal(isLit(), true);
  find("#site-0-0").click();
  choose(); // drawing the entry unselected it
  find("#now").dataset.version = "1";
  dispatch("table:updated");
  assert.deepEqual([find5().checked, isLit()], [false, false]);
});

test("a choice is restored for its own seat only", () => {
  choose();
  dispatchEvent(new Event("pagehide"));
  find("#move-form").reset();
  const seat = find("#move-form > [name=seat]");
  for (const acting of ["1", "0"]) {
    seat.value = acting;
    initChoiceDraft();
    assert.equal(find5().checked, acting === "0");
  }
});

test("a new control is not tapped by accident, also after the user has scrolled", () => {
  const press = timeStamp => {
    const event = new PointerEvent("pointerdown", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: timeStamp });
    return find("#undo button").dispatchEvent(event);
  };
  document.dispatchEvent(new Event("wheel"));
  assert.equal(press(performance.now() + 1000), true); // the page changed long ago
  find("#undo button").name = "other";
  document.dispatchEvent(new Event("scroll")); // by a script
  document.dispatchEvent(new Event("pointercancel"));
  assert.equal(press(performance.now()), false);
});

test("after each outage, no message about it is left, and the phone that enters is asked again", () => {
  find("#now").dataset.phones = "2";
  const ctx = { sourceEvent: new Event("click"), request: {} };
  for (let outage = 0; outage < 2; outage++) {
    connection.setOfflineApp();
    extensions.unheard.htmx_error(null, { ctx });
    choose();
    find("#site-0-0").click();
    assert.deepEqual([find("#confirm-writer").open, find("#no-response").hidden], [true, false]);
    find("#confirm-writer").close("yes");
    for (const entry of outbox.waiting(code)) outbox.discard(entry);
    connection.setOnline();
    assert.equal(find("#no-response").hidden, true);
  }
  find("#now").dataset.phones = "1";
});

test("a page in the drawer shows the switches of this phone, and leaves nothing behind", () => {
  localStorage.setItem("buzz", "no");
  addToDrawer("<h1>Seats</h1><input type='checkbox' data-switch='buzz' checked>");
  extensions.drawer.htmx_after_swap(null, { ctx: { target: find("#drawer-page") } });
  assert.deepEqual([find("#drawer").open, find("#drawer").ariaLabel], [true, "Seats"]);
  assert.equal(find("#drawer-page input").checked, false);
  find("#drawer .answers").innerHTML = "<p>Refused.</p>";
  navigation.closeDrawer();
  assert.deepEqual(findTexts("#drawer .answers > *, #drawer-page > *"), []);
});

test("“Show me” highlights once, until the board changes", () => {
  const steps = JSON.stringify([{ at: ["site-0-0"], values: {} }]);
  addToDrawer(`<button data-shows='${steps}' class="show">Show me</button>`);
  const countHighlights = () => document.querySelectorAll(".highlighted, .showing").length;
  find("#drawer").showModal();
  find("#drawer .show").click();
  assert.deepEqual([find("#drawer").open, countHighlights()], [false, 2]);
  for (const next of [() => dispatch("table:updated"), navigation.closeDrawer]) {
    find("#drawer").showModal();
    next();
    assert.equal(countHighlights(), 0);
  }
});

test("each seat that plays on this phone has its own hand", () => {
  const readHand = () => findTexts("#idle-hand > .tile, #below .in-hand .tile .quiet");
  find("#below [data-held-tile='+5']").click();
  for (const [seat, hand] of [
    [1, []],
    [0, ["+5"]],
  ]) {
    find("#rows > .mine > .side").id = `board-${seat}`;
    dispatch("table:updated");
    assert.deepEqual(readHand(), hand);
  }
});

test("the screen stays on during a game, unless the switch is off", async () => {
  addToDrawer("<input type='checkbox' data-switch='awake' class='awake' checked>");
  find("#table").insertAdjacentHTML("beforeend", "<i class='end'></i>");
  const tapSwitch = () => find("#drawer .awake").click();
  const end = id => () => {
    find(".end").id = id;
    dispatch("table:updated");
  };
  for (const [act, count] of [
    [() => {}, 1],
    [tapSwitch, 0],
    [tapSwitch, 1],
    [end("end-title"), 0],
    [end(""), 1], // the last entry is undone
    [() => [1, 2, 3].forEach(tapSwitch), 0],
  ]) {
    act();
    await waitTurn();
    assert.equal(locks.size, count);
  }
  find(".end").remove();
});
