/* Giza's count: the first tap on a stone makes it positive, the second negative, the third removes it. A coin lies on
   its stone. The numbers in a stack decrease from the bottom, so their order is known. Each stack is stored in its
   field as words. */
import { $, $$, enclosing, onEvent, required, setFieldValue, splitWords, sum } from "../js/dom.js";
import { dispatch } from "../js/page.js";

const STONE_NUMBERS = [5, 4, 3, 2, 1];
const SPHINX_PARTS = ["base", "body", "head"];
/** @param {Element} pile */
const getWords = pile => splitWords(required("input", pile).value);
/** @param {string} word */
const parsePoints = word => Number(word.replace("t", "")) || 0;

/** @param {Element} pile @param {string[]} words */
const setWords = (pile, words) => setFieldValue(required("input", pile), words.join(" "));

/** Change a stone, or the coin on it. @param {Element} pile @param {string} number @param {boolean} isCoin */
function tapStack(pile, number, isCoin) {
  const words = new Set(getWords(pile));
  const [plus, minus, coin] = ["+", "-", "t"].map(sign => sign + number);
  if (isCoin) {
    if (!words.delete(coin)) words.add(coin).add(words.has(minus) ? minus : plus);
  } else if (words.delete(plus)) words.add(minus);
  else if (words.delete(minus)) words.delete(coin);
  else words.add(plus);
  const ordered = STONE_NUMBERS.flatMap(n => [`+${n}`, `-${n}`, `t${n}`]);
  setWords(
    pile,
    ordered.filter(word => words.has(word)),
  );
}

/** @param {Element} pile */
function drawStack(pile) {
  const words = getWords(pile);
  for (const stone of $$("[data-stone]", pile)) {
    const { stone: n } = stone.dataset;
    stone.dataset.lies = words.includes(`+${n}`) ? "+" : words.includes(`-${n}`) ? "−" : "";
  }
  for (const button of $$("[data-coin], [data-built]", pile)) {
    const { coin, built } = button.dataset;
    button.ariaPressed = String(words.includes(built ?? `t${coin}`));
  }
  pile.classList.toggle("finished", words.includes("+1") || words.includes("-1"));
  const worths = words.map(word => {
    const part = $(`[data-built="${word}"]`, pile);
    return part ? Number(part.dataset.counts || "NaN") : parsePoints(word); // open without points
  });
  const worth = sum(worths);
  required("input", pile).dataset.worth = `${worth}`;
  required(".sum-of", pile).textContent = Number.isNaN(worth) ? "?" : `${worth}`.replace("-", "−");
}

/** Copy the sums of the tiles, or show the tiles again. @param {Element} count @param {boolean} bySums */
function copySums(count, bySums) {
  const piles = $$("[data-way=''] > [data-part]", count);
  const fields = $$(".sums-told [data-key]", count);
  const coins = piles.flatMap(getWords).filter(word => /^t\d/.test(word));
  const sums = piles.map(pile => required(".sum-of", pile).textContent.replace("−", "-"));
  for (const [place, field] of fields.entries()) {
    const text = place < 4 ? sums[place] : `${sum(coins.map(parsePoints))}`;
    field.value = bySums && piles.some(pile => getWords(pile).length) && text !== "?" ? text : "";
  }
  for (const pile of piles) {
    const { value, dataset } = required("input", pile);
    if (bySums) dataset.lay = value;
    setWords(pile, bySums ? [] : [dataset.lay ?? ""]);
  }
}

onEvent("click", ".giza-count [data-part] button", button => {
  const pile = enclosing("[data-part]", button);
  const { stone, coin, built } = button.dataset;
  if (stone || coin) tapStack(pile, stone ?? coin, Boolean(coin));
  if (!built) return;
  const high = SPHINX_PARTS.indexOf(built) + 1;
  setWords(pile, SPHINX_PARTS.slice(0, getWords(pile).length === high ? high - 1 : high));
});
onEvent("input", ".giza-count input[name=by]", by =>
  copySums(enclosing(".giza-count", by), by.checked),
);

const drawAllStacks = () => $$(".giza-count .stacks-told > *").forEach(drawStack);
document.addEventListener("count:changed", drawAllStacks);
dispatch("count:ready");
