/* The roll-and-write's count: the bonus for two finished buildings, the slider of the quarry, and the numbers of a
   different pad, which are stored on this phone. */
import { $$, enclosing, required } from "../js/dom.js";
import { setFieldValue } from "../js/form_values.js";
import { get, put } from "../js/storage.js";

const NUMBERS_KEY = "dice-numbers";
const getForms = () => $$(".count-of > form");

/** @param {HTMLFormElement} form */
function showForm(form) {
  const finished = $$("[data-last]:checked", form).length;
  const { dataset } = required("[data-bonus]", form);
  dataset.worth = finished >= Number(dataset.finished) ? dataset.bonus : "0";
  showQuarry(required(".stones", form));
}

/** @param {HTMLElement} stones */
function showQuarry(stones) {
  const { value, max } = required("input", stones);
  required("output", stones).textContent = value;
  stones.style.setProperty("--stones", max);
  stones.style.setProperty("--open", `${Number(value) / Number(max)}`);
}

/** @param {HTMLElement} key */
function moveSlider(key) {
  const slider = required("input[type=range]", enclosing(".slider", key));
  setFieldValue(slider, `${Number(slider.value) + Number(key.dataset.slide)}`);
}

/** Return the levels of a building from the bottom. @param {string} building @param {HTMLFormElement} form */
const findLevels = (building, form) => $$(`input[name^="${building} "]`, form).reverse();

/** @param {Record<string, number>} numbers */
function showNumbers(numbers) {
  for (const form of getForms()) {
    for (const [level, number] of Object.entries(numbers)) {
      const [building, place] = level.split(" ");
      const box = findLevels(building, form)[Number(place)];
      if (!box || form.hasAttribute("data-counted")) continue;
      box.value = `${number} ${box.value.split(" ")[1]}`;
      box.dataset.worth = `${number}`;
      required("b", enclosing("label", box)).textContent = `${number}`;
    }
  }
}

const loadNumbers = () => JSON.parse(get(NUMBERS_KEY) ?? "{}");

/** @param {HTMLInputElement} field */
function storeNumber({ dataset, value, placeholder }) {
  put(
    NUMBERS_KEY,
    JSON.stringify({ ...loadNumbers(), [dataset.ofLevel]: Number(value || placeholder) }),
  );
  showNumbers(loadNumbers());
}

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-of-level]:valid")) storeNumber(target);
});
document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-slide]");
  if (key) moveSlider(key);
});
document.addEventListener("table:updated", () => showNumbers(loadNumbers()));
document.addEventListener("count:changed", ({ target }) => showForm(target));
showNumbers(loadNumbers());
getForms().forEach(showForm);
