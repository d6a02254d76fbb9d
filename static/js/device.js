/* What this phone can do, and what its owner wants of it. */
import { $, $$ } from "./dom.js";
import { code } from "./page.js";
import * as storage from "./storage.js";

/* What this browser can do on this page. Most of it is there with https alone. */

/** @type {Record<string, () => unknown>} */
const ABILITIES = {
  clipboard: () => navigator.clipboard,
  scan: () => globalThis.BarcodeDetector && navigator.mediaDevices,
  share: () => navigator.share,
  vibrate: () => navigator.vibrate,
  wakeLock: () => navigator.wakeLock,
};

/** @param {string} name */
export const supports = name => Boolean(ABILITIES[name]());

/* Controls are hidden in the page (data-needs), and shown where they do something; data-on-http is a sentence in
   place of one. */
export function showSupported() {
  for (const control of $$("[data-needs]")) control.hidden = !supports(control.dataset.needs);
  for (const sentence of $$("[data-on-http]")) sentence.hidden = isSecureContext;
}

/* What a player wants of this phone, by switches that are on until they are turned off. */

export function initSwitches() {
  document.addEventListener("change", ({ target: { dataset, checked } }) => {
    if (dataset.switch) storage.put(dataset.switch, checked ? "yes" : "no");
  });
}

export function showSwitches() {
  for (const box of $$("[data-switch]")) box.checked = storage.isOn(box.dataset.switch);
}

/* The screen stays on at a running table, unless the player does not want it. */

/** @type {WakeLockSentinel | null} */
let lock = null;

export function initWakeLock() {
  stayAwake();
  document.addEventListener("visibilitychange", () => document.hidden || stayAwake());
  document.addEventListener("change", event => {
    if (event.target.dataset.switch === "awake") stayAwake();
  });
}

async function stayAwake() {
  const isOver = $("#end-title") && !$("[data-qr]"); // a screen waits for the rematch
  if (!code || document.hidden || !storage.isOn("awake") || isOver) {
    lock?.release();
    lock = null;
    return;
  }
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    lock = null;
  }
}

/* Gives a file to the phone's own way of sharing. */

/** A phone that shares no files downloads it. @param {File} file */
export function shareFile(file) {
  if (supports("share") && navigator.canShare({ files: [file] })) {
    navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  const download = document.createElement("a");
  Object.assign(download, { href: URL.createObjectURL(file), download: file.name }).click();
}
