/* The dice as they lie, entered face by face. */
import { $, $$, required } from "../js/dom.js";

const rolled = () => required(".rolling input").value.split(" ").filter(Boolean);

/** @param {string} face */
export function addFace(face) {
  const faces = rolled();
  if (face) faces.push(face);
  else faces.pop();
  required(".rolling input").value = faces.join(" ");
  showRoll();
}

export function showRoll() {
  const rolling = required(".rolling");
  const faces = rolled();
  const count = Number(rolling.dataset.count);
  for (const button of $$("[data-face]", rolling)) {
    const times = faces.filter(face => face === button.dataset.face).length;
    button.disabled = button.dataset.face ? faces.length >= count : !faces.length;
    const shown = $("[data-times]", button);
    if (shown) shown.textContent = times ? `× ${times}` : "";
  }
  const soFar = required(".so-far", rolling);
  soFar.textContent = soFar.dataset.words.replace("#", `${faces.length}`);
  const main = required(".main", rolling);
  main.disabled = !faces.length;
  main.textContent = faces.length < count && faces.length ? main.dataset.rest : main.dataset.full;
}

export function fillWithSquares() {
  const faces = rolled();
  while (faces.length < Number(required(".rolling").dataset.count)) faces.push("square");
  required(".rolling input").value = faces.join(" ");
}
