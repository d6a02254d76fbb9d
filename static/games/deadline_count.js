/* Deadline's count by three numbers: what they come to, and a frame of that size. A tomb that was never announced
   counts nothing. */
import { $, $$ } from "../js/dom.js";

const numbersOf = form => $$("[name^='numbers.']", form).map(field => Number(field.value));

function show(form) {
  if (!$(".deadline-count", form)) return;
  const [long, high, roofs] = numbersOf(form);
  const size = $("[data-size]", form);
  size.dataset.drawn ??= size.dataset.worth;
  const isTold = long && high && roofs;
  const counts = $("[name=declared]:checked", form)?.value !== "0";
  const worth = isTold ? long * high - roofs : Number(size.dataset.drawn);
  size.dataset.worth = counts ? worth : 0;
  $("[name=aside]", form).dataset.each = counts ? -2 : 0;
  const frame = $(".frame", form);
  frame.toggleAttribute("hidden", !isTold);
  const wide = Math.max(long || 1, 6);
  frame.setAttribute("viewBox", `-0.3 -0.3 ${wide + 0.6} ${Math.max(high || 1, 3) + 0.6}`);
  const left = (wide - long) / 2;
  const low = Math.max(high || 1, 3);
  frame.innerHTML = isTold
    ? `<rect x="${left}" y="${low - high}" width="${long}" height="${high}"/><path d="M-9 ${low}H99"/>`
    : "";
  for (const other of $$(".nth-place input", form)) {
    const holder = [...document.querySelectorAll(".count-of > form")].find(
      each => each !== form && $(`[name=declared][value="${other.value}"]:checked`, each),
    );
    const isTaken = other.value !== "0" && Boolean(holder);
    other.closest("label").classList.toggle("taken", isTaken);
    other.closest("label").dataset.by = isTaken ? $(".summed .mark", holder).textContent : "";
  }
}

for (const type of ["input", "change"]) {
  document.addEventListener(
    type,
    ({ target }) => {
      const form = target.closest(".count-of > form");
      if (form) show(form);
    },
    true,
  );
}
document.addEventListener("click", ({ target }) => {
  const key = target.closest(".set-aside [data-slide]");
  if (!key) return;
  const field = $("[name=aside]", key.parentElement);
  const number = Number(field.value) + Number(key.dataset.slide);
  if (number < 0 || number > 23) return;
  field.value = number;
  field.dispatchEvent(new Event("change", { bubbles: true }));
});
addEventListener("hashchange", () => $$(".count-of > form").forEach(show));
document.addEventListener("count:drawn", ({ target }) => show(target));
$$(".count-of > form").forEach(show);
