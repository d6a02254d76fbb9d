/* The roll-and-write's count: two finished buildings bring their bonus, the quarry is slid, and a pad with other
   numbers is told once on this phone. */
import { $$, enclosing, required } from "../js/dom.js";
import { setFieldValue } from "../js/form_values.js";
import { get, put } from "../js/storage.js";

const NUMBERS = "dice-numbers";
const forms = () => $$(".count-of > form");

/** @param {HTMLFormElement} form */
function show(form) {
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
function slide(key) {
  const slider = required("input[type=range]", enclosing(".slider", key));
  setFieldValue(slider, `${Number(slider.value) + Number(key.dataset.slide)}`);
}

/** The levels of a building from the bottom. @param {string} building @param {HTMLFormElement} form */
const levelsOf = (building, form) => $$(`input[name^="${building} "]`, form).reverse();

/** @param {Record<string, number>} told */
function renumber(told) {
  for (const form of forms()) {
    for (const [level, number] of Object.entries(told)) {
      const [building, place] = level.split(" ");
      const box = levelsOf(building, form)[Number(place)];
      if (!box || form.hasAttribute("data-counted")) continue;
      box.value = `${number} ${box.value.split(" ")[1]}`;
      box.dataset.worth = `${number}`;
      required("b", enclosing("label", box)).textContent = `${number}`;
    }
  }
}

const told = () => JSON.parse(get(NUMBERS) ?? "{}");

/** @param {HTMLInputElement} field */
function tellOther({ dataset, value, placeholder }) {
  put(NUMBERS, JSON.stringify({ ...told(), [dataset.ofLevel]: Number(value || placeholder) }));
  renumber(told());
}

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-of-level]:valid")) tellOther(target);
});
document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-slide]");
  if (key) slide(key);
});
document.addEventListener("table:updated", () => renumber(told()));
document.addEventListener("count:changed", ({ target }) => show(target));
renumber(told());
forms().forEach(show);
