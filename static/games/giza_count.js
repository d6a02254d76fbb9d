/* Giza's count: the first tap on a stone makes it positive, the second negative, the third removes it. A coin lies on
   its stone. The numbers in a stack decrease from the bottom, so their order is known. Each stack is stored in its
   field as words. */
import { $, $$, enclosing, required } from "../js/dom.js";
import { setFieldValue, splitWords } from "../js/form_values.js";

const STEPS = [5, 4, 3, 2, 1];
const SPHINX = ["base", "body", "head"];
/** @param {Element} pile */
const wordsIn = pile => splitWords(required("input", pile).value);
/** @param {string} word */
const pointsOf = word => Number(word.replace("t", "")) || 0;

/** @param {Element} pile @param {number} number */
function tapStone(pile, number) {
  const words = wordsIn(pile);
  const current = words.find(word => word === `+${number}` || word === `-${number}`);
  const next = current ? (current.startsWith("+") ? `-${number}` : null) : `+${number}`;
  const coin = next && words.includes(`t${number}`);
  write(pile, [
    ...words.filter(word => Math.abs(pointsOf(word)) !== number),
    next,
    coin && `t${number}`,
  ]);
}

/** @param {Element} pile @param {number} number */
function tapCoin(pile, number) {
  const words = wordsIn(pile);
  const coin = `t${number}`;
  const others = words.filter(word => word !== coin);
  if (others.length < words.length) return write(pile, others);
  const stone = words.find(word => Math.abs(Number(word)) === number);
  write(pile, [...words, stone ? null : `+${number}`, coin]);
}

/** Write the words of a stack from the bottom. @param {Element} pile @param {(string | null | false)[]} words */
function write(pile, words) {
  const ordered = STEPS.flatMap(n =>
    [`+${n}`, `-${n}`, `t${n}`].filter(word => words.includes(word)),
  );
  setWords(pile, ordered);
}

/** @param {Element} lion @param {string} part */
function build(lion, part) {
  const high = SPHINX.indexOf(part) + 1;
  const built = wordsIn(lion).filter(word => SPHINX.includes(word)).length;
  setWords(lion, SPHINX.slice(0, built === high ? high - 1 : high));
}

/** @param {Element} pile @param {string[]} words */
const setWords = (pile, words) => setFieldValue(required("input", pile), words.join(" "));

/** @param {Element} pile */
function draw(pile) {
  const words = wordsIn(pile);
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
    return part ? Number(part.dataset.counts || "NaN") : pointsOf(word);
  });
  const sum = worths.reduce((a, b) => a + b, 0);
  required("input", pile).dataset.worth = `${sum}`;
  required(".sum-of", pile).textContent = Number.isNaN(sum) ? "?" : `${sum}`.replace("-", "−");
}

/** Copy the sums when switching to sums; switching back shows the tiles again.
   @param {Element} count @param {boolean} bySums */
function carryOver(count, bySums) {
  const piles = $$("[data-way=''] > [data-part]", count);
  const fields = $$(".sums-told [data-key]", count);
  const coins = piles.flatMap(wordsIn).filter(word => /^t\d/.test(word));
  const sums = piles.map(pile => required(".sum-of", pile).textContent.replace("−", "-"));
  for (const [place, field] of fields.entries()) {
    const text = place < 4 ? sums[place] : `${coins.map(pointsOf).reduce((a, b) => a + b, 0)}`;
    field.value = bySums && piles.some(pile => wordsIn(pile).length) && text !== "?" ? text : "";
  }
  for (const pile of piles) {
    const { value, dataset } = required("input", pile);
    if (bySums) dataset.lay = value;
    setWords(pile, bySums ? [] : [dataset.lay ?? ""]);
  }
}

/** @param {Element} element */
const countOf = element => enclosing(".giza-count", element);

document.addEventListener("click", ({ target }) => {
  const button = target.closest(".giza-count button");
  const pile = button?.closest("[data-part]");
  if (!button || !pile) return;
  const { stone, coin, built } = button.dataset;
  if (stone) tapStone(pile, Number(stone));
  else if (coin) tapCoin(pile, Number(coin));
  else if (built) build(pile, built);
});
document.addEventListener("input", ({ target }) => {
  if (target.matches(".giza-count [name=by]")) carryOver(countOf(target), target.checked);
});

const drawAll = () => $$(".giza-count .stacks-told > *").forEach(draw);
document.addEventListener("count:changed", drawAll);
drawAll();
