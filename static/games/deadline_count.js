/* Deadline's count by three numbers: what they come to, and a frame of that size. A tomb that was never announced
   counts nothing. */
import { $, $$ } from "../js/dom.js";

const forms = () => $$(".count-of > form");

function show(form) {
  const [long, high, roofs] = $$("[name^='numbers.']", form).map(field => Number(field.value));
  const isTold = long && high && roofs;
  const counts = $("[name=declared]:checked", form)?.value !== "0";
  const size = $("[data-size]", form);
  size.dataset.worth = !counts ? 0 : isTold ? long * high - roofs : size.dataset.drawn;
  $("[name=aside]", form).dataset.each = counts ? -2 : 0;
  showFrame($(".frame", form), isTold ? [long, high] : [0, 0]);
}

function showFrame(frame, [long, high]) {
  const [wide, low] = [Math.max(long, 6), Math.max(high, 3)];
  frame.setAttribute("viewBox", `-0.3 -0.3 ${wide + 0.6} ${low + 0.6}`);
  frame.innerHTML = `<path d="M-9 ${low}H99"/>
    <rect x="${(wide - long) / 2}" y="${low - high}" width="${long}" height="${high}"/>`;
}

/* A place that somebody else has taken bears their sign. */
function showTaken() {
  for (const place of $$(".announced [value]:not([value='0'])")) {
    const same = `[name=declared][value="${place.value}"]:checked`;
    const holder = forms().find(form => form !== place.form && $(same, form));
    place.closest("label").dataset.by = holder ? $(".summed .mark", holder).textContent : "";
  }
}

document.addEventListener("count:told", ({ target }) => {
  show(target);
  showTaken();
});
forms().forEach(show);
