/* A page of the roll-and-write's pad is copied with colour keys, symbol keys and digits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, findTexts, showPage, tap } from "./page.mjs";

await showPage("pad", "js/forms", "games/cheops_dice_pad");

const getSelected = () => find(".lit").dataset.box ?? find(".lit").name;
const findLine = ({ dataset }) => find(`input[name="${dataset.line}"]`);
const getLine = box => findLine(find(`[data-box="${box}"]`)).value;
const paint = colour => tap(`[data-paint="${colour}"][data-class]`);
const findOpenCount = part => findTexts(`[data-goes=${part}] i`)[0];
const submit = () => {
  const event = new Event("submit", { bubbles: true, cancelable: true });
  find("form.transcriber").dispatchEvent(event);
  return !event.defaultPrevented;
};
const [first, second] = [...document.querySelectorAll("[data-box]")].map(box => box.dataset.box);
const [red, blue] = [...document.querySelectorAll("[data-paint][data-class]")].map(
  key => key.dataset.paint,
);

test("a colour paints the selected box and selects the next open one", () => {
  assert.equal(getSelected(), first);
  const open = Number(findOpenCount(find("[data-part]:not([hidden])").dataset.part));
  paint(red);
  assert.deepEqual([getSelected(), getLine(first)[0]], [second, red]);
  assert.equal(Number(findOpenCount(find("[data-part]:not([hidden])").dataset.part)), open - 1);
});

test("a tapped box can be painted again", () => {
  tap(`[data-box="${first}"]`);
  paint(blue);
  assert.deepEqual([getLine(first)[0], getSelected()], [blue, second]);
});

test("the key without a colour opens the box before, and then that box again", () => {
  tap("[data-paint]:not([data-class])");
  assert.deepEqual([getLine(first)[0], getSelected()], ["?", first]);
  paint(red);
});

test("a symbol is put onto the selected box and removed again, without leaving the box", () => {
  const [key] = document.querySelectorAll("[data-symbol]:not([disabled])");
  const { symbol } = key.dataset;
  const field = find(
    `input[data-carries="${find(".lit").closest("[data-part]").dataset.part} ${symbol}"]`,
  );
  const before = field.value;
  const hasSymbol = () => field.value.split(" ").includes(getSelected());
  const hadSymbol = hasSymbol();
  tap(`[data-symbol="${symbol}"]`);
  assert.deepEqual([hasSymbol(), key.ariaPressed], [!hadSymbol, `${!hadSymbol}`]);
  tap(`[data-symbol="${symbol}"]`);
  assert.equal(field.value, before);
});

test("a page with an open box is not submitted: the box is selected", () => {
  tap("[data-goes=floor]");
  assert.equal(submit(), false);
  assert.equal(getSelected(), second);
});

test("a complete page is submitted, and its draft is dropped", () => {
  for (const line of [...document.querySelectorAll("[data-box]")].map(findLine))
    line.value = line.value.replaceAll("?", red);
  for (const field of document.querySelectorAll("[data-key]")) field.value = "5";
  paint(blue);
  assert.ok(Object.keys(localStorage).some(name => name.startsWith("half-copied")));
  assert.equal(submit(), true);
  assert.ok(!Object.keys(localStorage).some(name => name.startsWith("half-copied")));
});

test("a photo paints certain boxes; others stay as painted by hand, but not as on an earlier photo", () => {
  const readPhoto = letters => {
    const boxes = [...document.querySelectorAll("[data-box]")].map(({ dataset }) => dataset.box);
    const detail = Object.fromEntries(boxes.map(box => [box, letters[box] ?? blue]));
    find("form.transcriber").dispatchEvent(new CustomEvent("photo:read", { detail }));
  };
  const asking = `?${red}${blue}`;
  tap(`[data-box="${second}"]`);
  paint(red);
  readPhoto({ [second]: asking });
  assert.deepEqual([getLine(first)[0], getLine(second)[1]], [blue, red]);
  readPhoto({ [first]: asking });
  assert.deepEqual([getLine(first)[0], getLine(second)[1], getSelected()], ["?", blue, first]);
  assert.match(find("#copied").textContent, /: .+ or .+\?$/);
  assert.equal(document.querySelectorAll(".maybe").length, 2);
});
