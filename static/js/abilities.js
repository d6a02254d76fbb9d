/* What this browser can do on this page. Most of it is there with https alone. */
import { $$ } from "./dom.js";

/** @type {Record<string, () => unknown>} */
const ABILITIES = {
  clipboard: () => navigator.clipboard,
  scan: () => globalThis.BarcodeDetector && navigator.mediaDevices,
  share: () => navigator.share,
  vibrate: () => navigator.vibrate,
  wakeLock: () => navigator.wakeLock,
};

/** @param {string} name */
export const can = name => Boolean(ABILITIES[name]());

/* Controls are hidden in the page (data-needs), and shown where they do something; data-on-http is a sentence in
   place of one. */
export function followAbilities() {
  show();
  for (const drawn of ["page:drawn", "drawer:drawn", "table:drawn"])
    document.addEventListener(drawn, show);
}

function show() {
  for (const control of $$("[data-needs]")) control.hidden = !can(control.dataset.needs);
  for (const sentence of $$("[data-on-http]")) sentence.hidden = isSecureContext;
}
