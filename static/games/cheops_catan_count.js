/* Catan's count: derives the Blessing and the Curse from all players' stones. Only one player can have the army. If
   several have the most stones, the user chooses who is blessed. */
import { $, $$, onEvent, required } from "../js/dom.js";
import { dispatch } from "../js/page.js";

/** @param {HTMLFormElement} form */
const getSeatMark = form => required(".summed .mark", form).textContent;

function showFavours() {
  const all = $$(".count-of > form");
  const stones = all.map(form => Number($("[name=stones]:checked", form)?.value ?? 0));
  const most = all.filter((_, seat) => stones[seat] && stones[seat] === Math.max(...stones));
  const chosen = most.filter(form => form.elements.blessed.checked);
  const [holder] = most.length === 1 ? most : chosen.length === 1 ? chosen : [];
  const least = all.filter((form, seat) => stones[seat] === Math.min(...stones) && form !== holder);
  for (const form of all) {
    const blessed = (holder ? [holder] : most).map(getSeatMark).join("/");
    const cursed = most.length ? least.map(getSeatMark).join(" ") : "·";
    required(".blessed-by", form).hidden = !(most.length > 1 && most.includes(form));
    required("[data-blessed]", form).textContent = blessed || "·";
    required("[data-cursed]", form).textContent = cursed;
  }
}

/* Only one player can have each: it is taken from the others. Forms that were already sent are sent again. */
onEvent("change", ":is([name=army], [name=blessed]):checked", chosen => {
  for (const other of $$(`.count-of > form [name="${chosen.name}"]:checked`)) {
    if (other === chosen) continue;
    other.checked = false;
    other.dispatchEvent(new Event("change", { bubbles: true }));
    if (other.form?.hasAttribute("data-counted")) other.form.requestSubmit();
  }
});
document.addEventListener("count:changed", showFavours);
dispatch("count:ready");
