/* The dice as they lie, entered face by face. */
import { $, $$ } from "../js/dom.js";

const rolled = () => $(".rolling input").value.split(" ").filter(Boolean);

export function addFace(face) {
  const faces = rolled();
  if (face) faces.push(face);
  else faces.pop();
  $(".rolling input").value = faces.join(" ");
  showRoll();
}

export function showRoll() {
  const rolling = $(".rolling");
  const faces = rolled();
  const count = Number(rolling.dataset.count);
  for (const button of $$("[data-face]", rolling)) {
    const times = faces.filter(face => face === button.dataset.face).length;
    button.disabled = button.dataset.face ? faces.length >= count : !faces.length;
    const shown = $("[data-times]", button);
    if (shown) shown.textContent = times ? `× ${times}` : "";
  }
  const soFar = $(".so-far", rolling);
  soFar.textContent = soFar.dataset.words.replace("#", faces.length);
  const main = $(".main", rolling);
  main.disabled = !faces.length;
  main.textContent = faces.length < count && faces.length ? main.dataset.rest : main.dataset.full;
}

export function fillWithSquares() {
  const faces = rolled();
  while (faces.length < Number($(".rolling").dataset.count)) faces.push("square");
  $(".rolling input").value = faces.join(" ");
}
