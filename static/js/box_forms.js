/* What a box says is many numbers: what is typed of them stays until it is taken (data-keeps). */
import { $$ } from "./dom.js";
import { keep, recall } from "./half_told.js";
import { tableHere } from "./page.js";
import * as storage from "./storage.js";

/** @param {HTMLElement} form */
const placeOf = ({ dataset: { keeps } }) => `half-told-${tableHere ?? location.pathname}-${keeps}`;

function recallAll() {
  for (const form of $$("form[data-keeps]")) {
    recall(form, placeOf(form));
    form.dispatchEvent(new CustomEvent("box:recalled", { bubbles: true }));
  }
}

export function keepBoxForms() {
  for (const type of ["input", "change", "click"]) {
    document.addEventListener(type, ({ target }) => {
      const form = target.closest("form[data-keeps]");
      if (form) keep(form, placeOf(form));
    });
  }
  document.addEventListener("htmx:after:request", ({ target, detail: { ctx } }) => {
    if (target.matches?.("[data-keeps]") && ctx.response.raw.ok) storage.drop(placeOf(target));
  });
  for (const name of ["drawer:drawn", "page:drawn"]) document.addEventListener(name, recallAll);
  recallAll();
}
