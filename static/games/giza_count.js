/* Giza's count: the first tap on a stone makes it positive, the second negative, the third removes it. A coin lies on
   its stone. The numbers in a stack decrease from the bottom, so their order is known. Each stack is stored in its
   field as words. */
import { $, $$, enclosing, required } from "../js/dom.js";
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
  const coin = next && words.includes(`t${number}`);
  writeStack(pile, [
    ...words.filter(word => Math.abs(parsePoints(word)) !== number),
    next,
    coin && `t${number}`,
  ]);
}

/** @param {Element} pile @param {number} number */
function tapCoin(pile, number) {
  const words = getWords(pile);
  const coin = `t${number}`;
  const others = words.filter(word => word !== coin);
  if (others.length < words.length) return writeStack(pile, others);
  const stone = words.find(word => Math.abs(Number(word)) === number);
  writeStack(pile, [...words, stone ? null : `+${number}`, coin]);
}

/** Write the words of a stack from the bottom. @param {Element} pile @param {(string | null | false)[]} words */
function writeStack(pile, words) {
  const ordered = STONE_NUMBERS.flatMap(n =>
    [`+${n}`, `-${n}`, `t${n}`].filter(word => words.includes(word)),
  );
  setWords(pile, ordered);
}

/** @param {Element} lion @param {string} part */
function buildSphinx(lion, part) {
  const high = SPHINX_PARTS.indexOf(part) + 1;
  const built = getWords(lion).filter(word => SPHINX_PARTS.includes(word)).length;
  setWords(lion, SPHINX_PARTS.slice(0, built === high ? high - 1 : high));
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
  for (const coin of $$("[data-coin]", pile)) {
    coin.ariaPressed = String(words.includes(`t${coin.dataset.coin}`));
  }
  for (const part of $$("[data-built]", pile)) {
    part.ariaPressed = String(words.includes(part.dataset.built));
  }
  pile.classList.toggle(
    "finished",
    words.some(word => Math.abs(Number(word)) === 1),
  );
  showSum(pile, words);
}

/** Show the sum of a stack. A part of the sphinx without points leaves it open.
   @param {Element} pile @param {string[]} words */
function showSum(pile, words) {
  const worths = words.map(word => {
    const part = $(`[data-built="${word}"]`, pile);
    return part ? Number(part.dataset.counts || "NaN") : parsePoints(word);
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

/** @param {Element} element */
const findCount = element => enclosing(".giza-count", element);

document.addEventListener("click", ({ target }) => {
  const button = target.closest(".giza-count button");
  const pile = button?.closest("[data-part]");
  if (!button || !pile) return;
  const { stone, coin, built } = button.dataset;
  if (stone) tapStone(pile, Number(stone));
  else if (coin) tapCoin(pile, Number(coin));
  else if (built) buildSphinx(pile, built);
});
document.addEventListener("input", ({ target }) => {
  if (target.matches(".giza-count [name=by]")) copySums(findCount(target), target.checked);
});

const drawAllStacks = () => $$(".giza-count .stacks-told > *").forEach(drawStack);
document.addEventListener("count:changed", drawAllStacks);
drawAllStacks();
