/* What this device supports, what its user has switched on, and sharing with its share dialog. */
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

/** @type {Promise<WakeLockSentinel | null | undefined>} */
let lock = Promise.resolve(null);
let isLocked = false; // a lock was requested

/* Keep the screen on at a running table, unless switched off. The browser releases the lock of a hidden page. */
export function updateWakeLock() {
  const isOver = $("#end-title") && !$("[data-qr]"); // a table screen waits for the rematch
  const mustLock = Boolean(code && !document.hidden && storage.isOn("awake") && !isOver);
  if (mustLock === isLocked) return;
  isLocked = mustLock;
  if (mustLock) lock = Promise.resolve(navigator.wakeLock?.request("screen")).catch(() => null);
  else lock.then(old => old?.release());
}

/** Share a file with the device's share dialog, or download it. @param {File} file */
export function shareFile(file) {
  if (supports("share") && navigator.canShare({ files: [file] }))
    navigator.share({ files: [file] }).catch(() => {});
  else make("a", "", { href: URL.createObjectURL(file), download: file.name }).click();
}

/* A link, text or picture is shared with the device's share dialog, or copied. */

onEvent("click", "a[data-share]", (link, event) => {
  event.preventDefault();
  const text = link.dataset.share;
  if (supports("share")) navigator.share(text ? { text } : { url: link.href }).catch(() => {});
  else copyLink(link);
});

/* The SVG image is converted to PNG. */
onEvent("click", "a[data-picture]", async (link, event) => {
  event.preventDefault();
  const picture = make("img", "", { src: link.href });
  await picture.decode();
  const canvas = make("canvas", "", { width: picture.naturalWidth, height: picture.naturalHeight });
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  canvas.toBlob(blob => {
    if (blob) shareFile(new File([blob], "result.png", { type: "image/png" }));
  });
});

/** @param {HTMLAnchorElement} link */
async function copyLink(link) {
  const isCopied = await copyText(link.dataset.share || link.href, link).catch(() => false);
  link.parentElement?.querySelector(".copied")?.remove();
  if (!isCopied) return;
  link.after(" ", make("small", link.dataset.copied, { className: "copied", role: "status" }));
}

/** The link stays selected, so that it can be copied manually. @param {string} text @param {HTMLAnchorElement} link */
async function copyText(text, link) {
  getSelection()?.selectAllChildren(link);
  if (supports("clipboard")) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  /** @param {ClipboardEvent} event */
  const setData = event => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", setData, { once: true });
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", setData);
  return isCopied;
}
