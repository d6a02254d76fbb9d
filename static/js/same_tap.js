/* A tap is what lay under the finger as it landed, and two in a row are one: what follows at once on the opening
   or closing of a sheet or drawer was not meant for what is there now, nor is a control that came under the finger
   while it was down. The keyboard does not wait. */
import { begin, end } from "./quiet.js";

const AT_ONCE = 300; // ms

let until = 0;
let told; // when that is over
let landed = null; // what the control under the finger did then; nothing where there was none

export function ignoreTaps() {
  until = performance.now() + AT_ONCE;
  begin("sheet");
  clearTimeout(told);
  told = setTimeout(end, AT_ONCE + 1, "sheet");
}

export function followTaps() {
  on("pointerdown", event => {
    landed = deedAt(event);
    if (isSoon()) swallow(event);
  });
  on("click", event => {
    if (event.detail && (isSoon() || isAnother(deedAt(event)))) swallow(event);
    landed = null; // a click that no finger makes, but a screen reader, is believed
  });
  on("close", ignoreTaps);
}

const on = (type, act) => document.addEventListener(type, act, true);

const isSoon = () => performance.now() < until;

/* What a tap there does, by the button or the label of a choice. */
function deedAt({ target }) {
  const control = target.closest("button, label");
  if (!control) return "";
  const { name, value } = control.control ?? control;
  return [name, value, control.getAttribute("commandfor")].join();
}

const isAnother = deed => deed && landed !== null && landed !== deed;

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
