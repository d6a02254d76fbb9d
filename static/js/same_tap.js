/* A tap is what lay under the finger as it landed, and two in a row are one: what follows at once on the opening
   or closing of a sheet or drawer was not meant for what is there now, nor is a control that came under the finger
   while it was down. The keyboard does not wait. */
import { begin, end } from "./quiet.js";

const AT_ONCE = 300; // ms

let soon; // while it lasts
let landed = null; // what the control under the finger did then; nothing where there was none

export function ignoreTaps() {
  begin("sheet");
  clearTimeout(soon);
  soon = setTimeout(heedTaps, AT_ONCE);
}

function heedTaps() {
  soon = undefined;
  end("sheet");
}

export function followTaps() {
  on("pointerdown", event => {
    landed = deedAt(event);
    if (soon) swallow(event);
  });
  on("click", event => {
    if (event.detail && (soon || isAnother(deedAt(event)))) swallow(event);
    landed = null; // a click that no finger makes, but a screen reader, is believed
  });
  on("close", ignoreTaps);
}

const on = (type, act) => document.addEventListener(type, act, true);

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
