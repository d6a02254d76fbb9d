/* Giza's count: the first tap on a stone makes it positive, the second negative, the third removes it. A coin lies on
   its stone. The numbers in a stack decrease from the bottom, so their order is known. Each stack is stored in its
   field as words. */
import { $, $$, enclosing, onEvent, required } from "../js/dom.js";
import { setFieldValue, splitWords } from "../js/form_values.js";

const STONE_NUMBERS = [5, 4, 3, 2, 1];
const SPHINX_PARTS = ["base", "body", "head"];
/** @param {Element} pile */
const getWords = pile => splitWords(required("input", pile).value);
/** @param {string} word */
const parsePoints = word => Number(word.replace("t", "")) || 0;

/** @param {Element} pile @param {number} number */
function tapStone(pile, number) {
  const words = getWords(pile);
  const current = words.find(word => word === `+${number}` || word === `-${number}`);
  const next = current ? (current.startsWith("+") ? `-${number}` : null) : `+${number}`;
  const coin = next && words.find(word => word === `t${number}`);
  const others = words.filter(word => Math.abs(parsePoints(word)) !== number);
  writeStack(pile, [...others, next, coin]);
}

/** @param {Element} pile @param {number} number */
function tapCoin(pile, number) {
  const words = getWords(pile);
  const coin = `t${number}`;
  const others = words.filter(word => word !== coin);
  if (others.length < words.length) return writeStack(pile, others);
  const hasStone = words.some(word => Math.abs(Number(word)) === number);
  writeStack(pile, [...words, hasStone ? null : `+${number}`, coin]);
}

/** Write the words of a stack from the bottom. @param {Element} pile @param {(string | null | undefined)[]} words */
function writeStack(pile, words) {
  const ordered = STONE_NUMBERS.flatMap(n =>
    [`+${n}`, `-${n}`, `t${n}`].filter(word => words.includes(word)),
  );
  setWords(pile, ordered);
}

/** @param {Element} pile @param {string[]} words */
const setWords = (pile, words) => setFieldValue(required("input", pile), words.join(" "));

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
  const sum = worths.reduce((a, b) => a + b, 0);
  required("input", pile).dataset.worth = `${sum}`;
  required(".sum-of", pile).textContent = Number.isNaN(sum) ? "?" : `${sum}`.replace("-", "−");
}

/** Copy the sums when switching to sums; switching back shows the tiles again.
   @param {Element} count @param {boolean} bySums */
function copySums(count, bySums) {
  const piles = $$("[data-way=''] > [data-part]", count);
  const fields = $$(".sums-told [data-key]", count);
  const coins = piles.flatMap(getWords).filter(word => /^t\d/.test(word));
  const sums = piles.map(pile => required(".sum-of", pile).textContent.replace("−", "-"));
  for (const [place, field] of fields.entries()) {
    const text = place < 4 ? sums[place] : `${coins.map(parsePoints).reduce((a, b) => a + b, 0)}`;
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
  if (stone) tapStone(pile, Number(stone));
  if (coin) tapCoin(pile, Number(coin));
  if (!built) return;
  const high = SPHINX_PARTS.indexOf(built) + 1;
  setWords(pile, SPHINX_PARTS.slice(0, getWords(pile).length === high ? high - 1 : high));
});
onEvent("input", ".giza-count input[name=by]", by =>
  copySums(enclosing(".giza-count", by), by.checked),
);

const drawAllStacks = () => $$(".giza-count .stacks-told > *").forEach(drawStack);
document.addEventListener("count:changed", drawAllStacks);
drawAllStacks();
