/* The roll-and-write's count: the bonus for two finished buildings, the number of stones in the quarry, and the numbers
   of a different pad, which are stored on this phone. */
import { $$, enclosing, onEvent, required } from "../js/dom.js";
import { dispatch } from "../js/page.js";
import { get, put } from "../js/storage.js";

const NUMBERS_KEY = "dice-numbers";
/** @param {HTMLFormElement} form */
function showForm(form) {
  const finished = $$("[data-last]:checked", form).length;
  const { dataset } = required("[data-bonus]", form);
  dataset.worth = finished >= Number(dataset.finished) ? dataset.bonus : "0";
  const stones = required(".stones", form);
  const { value, max } = required("input", stones);
  required("output", stones).textContent = value;
  stones.style.setProperty("--stones", max);
  stones.style.setProperty("--open", `${Number(value) / Number(max)}`);
}

/** @type {() => Record<string, number>} */
const loadNumbers = () => JSON.parse(get(NUMBERS_KEY) ?? "{}");

function showNumbers() {
  for (const form of $$(".count-of > form:not([data-counted])")) {
    for (const [level, number] of Object.entries(loadNumbers())) {
      const [building, place] = level.split(" ");
      const box = $$(`input[name^="${building} "]`, form).at(-1 - Number(place)); // from the bottom
      if (!box) continue;
      box.value = `${number} ${box.value.split(" ")[1]}`;
      box.dataset.worth = `${number}`;
      required("b", enclosing("label", box)).textContent = `${number}`;
    }
  }
}

onEvent("input", "input[data-of-level]:valid", ({ dataset, value, placeholder }) => {
  const number = Number(value || placeholder);
  put(NUMBERS_KEY, JSON.stringify({ ...loadNumbers(), [dataset.ofLevel]: number }));
  showNumbers();
});
document.addEventListener("table:updated", showNumbers);
document.addEventListener("count:changed", ({ target }) => showForm(target));
showNumbers();
dispatch("count:ready");
