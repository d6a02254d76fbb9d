/* Which taps cannot be meant. Times are in milliseconds, places in CSS pixels. A deed names what a tap does. */

/** Where a control is, and what a tap there does.
   @typedef {{ deed: string, left: number, right: number, top: number, bottom: number }} Area */
/** @typedef {{ since: number, controls: Area[] }} Layout */
/** @typedef {{ deed: string, x: number, y: number, at: number, isIgnored?: boolean }} Press */

export const NEW_MS = 400; // nobody has read a control that came so shortly before
const SERIES_MS = 800; // impatient taps follow each other as fast as this
const AGAIN_MS = 1500;
const SAME_PLACE_PX = 30;

/** Whether another deed was under the finger a moment ago. A layout says where which deeds were shown, and since when;
   they are in order of time, and the last one is what is shown now.
   @param {Press} given @param {Layout[]} layouts */
export function isNew({ deed, x, y, at }, layouts) {
  return layouts
    .slice(0, -1)
    .some(
      (layout, n) => layouts[n + 1].since > at - NEW_MS && !isShown(layout.controls, deed, x, y),
    );
}

/** @param {Area[]} controls @param {string} deed @param {number} x @param {number} y */
const isShown = (controls, deed, x, y) =>
  controls.some(
    control =>
      control.deed === deed &&
      x >= control.left &&
      x <= control.right &&
      y >= control.top &&
      y <= control.bottom,
  );

/** The layouts that still matter at that time. @param {Layout[]} layouts @param {number} at */
export const recent = (layouts, at) =>
  layouts.filter((_, n) => !layouts[n + 1] || layouts[n + 1].since > at - NEW_MS);

/** Whether a tap goes on with a series of taps at one place that began with another deed.
   @param {Press} tap @param {Press | null} last */
export const isRestOfSeries = (tap, last) =>
  last !== null &&
  tap.at - last.at < SERIES_MS &&
  Math.hypot(tap.x - last.x, tap.y - last.y) < SAME_PLACE_PX &&
  tap.deed !== last.deed;

/** Whether a tap repeats the deed of another tap shortly before. One tap may enter two things: a sheet and the end.
   @param {Press | null} tap @param {Press | null} before */
export const isAgain = (tap, before) =>
  tap !== null &&
  before !== null &&
  tap.deed === before.deed &&
  tap.at > before.at &&
  tap.at - before.at < AGAIN_MS;
