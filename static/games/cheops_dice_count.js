/* The roll-and-write's count: two finished buildings bring their bonus, the quarry is slid, and a pad with other
   numbers is told once on this phone. */
import { $, $$ } from "../js/dom.js";
import { get, put } from "../js/storage.js";

const END_BONUS = 3;
const TO_END = 2;
const NUMBERS = "dice-numbers";
const forms = () => $$(".count-of > form");

function show(form) {
  const finished = $$("[data-last]:checked", form).length;
  $("[data-end-bonus]", form).dataset.worth = finished >= TO_END ? END_BONUS : 0;
  $(".slider > output", form).textContent = $("[type=range]", form).value;
}

function slide(key) {
  const slider = $("[type=range]", key.parentElement);
  slider.value = Number(slider.value) + Number(key.dataset.slide);
  slider.dispatchEvent(new Event("change", { bubbles: true }));
}

/* The levels of a building from the bottom. */
const levelsOf = (building, form) => $$(`[name^="${building} "]`, form).reverse();

function renumber(told) {
  for (const form of forms()) {
    for (const [level, number] of Object.entries(told)) {
      const [building, place] = level.split(" ");
      const box = levelsOf(building, form)[place];
      if (!box || form.hasAttribute("data-counted")) continue;
      box.value = `${number} ${box.value.split(" ")[1]}`;
      box.dataset.worth = number;
      $("b", box.parentElement).textContent = number;
    }
  }
}

const told = () => JSON.parse(get(NUMBERS) ?? "{}");

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
document.addEventListener("table:drawn", () => renumber(told()));
document.addEventListener("count:told", ({ target }) => show(target));
renumber(told());
forms().forEach(show);
