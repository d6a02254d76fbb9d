/* A tap is what lay under the finger as it landed, and two in a row are one: what follows at once on the opening
   or closing of a sheet or drawer was not meant for what is there now, nor is a button that was drawn anew
   while the finger was down. The keyboard does not wait. */
import { begin, end } from "./quiet.js";

const AT_ONCE = 300; // ms

let until = 0;
let told; // when that is over
let landed = null; // the button under the finger, and what it entered then

export function ignoreTaps() {
  until = performance.now() + AT_ONCE;
  begin("sheet");
  clearTimeout(told);
  told = setTimeout(end, AT_ONCE + 1, "sheet");
}

export function followTaps() {
  on("pointerdown", event => {
    const button = event.target.closest("button");
    landed = { button, enters: entersOf(button) };
    if (isSoon()) swallow(event);
  });
  on("click", event => {
    if (event.detail && (isSoon() || isAnother(event.target.closest("button")))) swallow(event);
  });
  on("close", ignoreTaps);
}

const on = (type, act) => document.addEventListener(type, act, true);

const isSoon = () => performance.now() < until;

const entersOf = button => button && `${button.name} ${button.value}`;

const isAnother = button =>
  button && landed?.button === button && landed.enters !== entersOf(button);

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
