/* What this device supports, and what its user has switched on. */
import { $, $$, make, onEvent } from "./dom.js";
import { code } from "./page.js";
import * as storage from "./storage.js";

/** Features of this browser on this page. Most of them need https. @type {Record<string, () => unknown>} */
const FEATURE_CHECKS = {
  clipboard: () => navigator.clipboard,
  scan: () => globalThis.BarcodeDetector && navigator.mediaDevices,
  share: () => navigator.share,
  vibrate: () => navigator.vibrate,
  wakeLock: () => navigator.wakeLock,
};

/** @param {string} name */
export const supports = name => Boolean(FEATURE_CHECKS[name]());

/* Show the controls that need a feature (data-needs) if it is supported, the sentences for http (data-on-http), and
   the switches of this device, which are on by default. */
export function showDevice() {
  for (const control of $$("[data-needs]")) control.hidden = !supports(control.dataset.needs);
  for (const sentence of $$("[data-on-http]")) sentence.hidden = isSecureContext;
  for (const box of $$("[data-switch]")) box.checked = storage.isOn(box.dataset.switch);
}

export function initDevice() {
  onEvent("change", "input[data-switch]", ({ dataset, checked }) => {
    storage.put(dataset.switch, checked ? "yes" : "no");
    updateWakeLock();
  });
  document.addEventListener("visibilitychange", updateWakeLock);
  updateWakeLock();
  showDevice();
}

/** @type {WakeLockSentinel | null} */
let lock = null;

/* Keep the screen on at a running table, unless switched off. */
async function updateWakeLock() {
  const isOver = $("#end-title") && !$("[data-qr]"); // a table screen waits for the rematch
  lock?.release();
  lock = null;
  if (code && !document.hidden && storage.isOn("awake") && !isOver)
    lock = await navigator.wakeLock?.request("screen").catch(() => null);
}

/** Share a file with the device's share dialog, or download it. @param {File} file */
export function shareFile(file) {
  if (supports("share") && navigator.canShare({ files: [file] }))
    navigator.share({ files: [file] }).catch(() => {});
  else make("a", "", { href: URL.createObjectURL(file), download: file.name }).click();
}
