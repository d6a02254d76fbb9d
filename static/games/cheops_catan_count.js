/* Catan's Blessing and Curse follow from everybody's stones; one phone has the army; equal most stones are asked. */
import { $, $$, required } from "../js/dom.js";

const forms = () => $$(".count-of > form");
/** @param {HTMLFormElement} form */
const stonesOf = form => Number($("[name=stones]:checked", form)?.value ?? 0);
/** @param {HTMLFormElement} form */
const signOf = form => required(".summed .mark", form).textContent;

function show() {
  const all = forms();
  const stones = all.map(stonesOf);
  const most = all.filter((_, seat) => stones[seat] && stones[seat] === Math.max(...stones));
  const told = most.filter(form => form.elements.blessed.checked);
  const [holder] = most.length === 1 ? most : told.length === 1 ? told : [];
  const least = all.filter((form, seat) => stones[seat] === Math.min(...stones) && form !== holder);
  for (const form of all) {
    required(".blessed-by", form).hidden = !(most.length > 1 && most.includes(form));
    required("[data-blessed]", form).textContent = holder
      ? signOf(holder)
      : most.map(signOf).join("/") || "·";
    required("[data-cursed]", form).textContent = most.length ? least.map(signOf).join(" ") : "·";
  }
}

/** What only one can have is taken from the other, also where that was entered already.
   @param {string} name @param {HTMLFormElement | null} taker */
function takeAway(name, taker) {
  for (const form of forms()) {
    const box = form.elements[name];
    if (form === taker || !box.checked) continue;
    box.checked = false;
    box.dispatchEvent(new Event("change", { bubbles: true }));
    if (form.hasAttribute("data-counted")) form.requestSubmit();
  }
}

document.addEventListener("change", ({ target }) => {
  const form = target.closest(".count-of > form");
  if (["army", "blessed"].includes(target.name) && target.checked) takeAway(target.name, form);
});
document.addEventListener("count:changed", show);
show();
