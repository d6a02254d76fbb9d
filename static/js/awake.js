/* The screen stays on at a running table, unless the player does not want it. */
import { $ } from "./dom.js";
import { code } from "./page.js";
import { isOn } from "./switches.js";

/** @type {WakeLockSentinel | null} */
let lock = null;

export function followAwake() {
  stayAwake();
  document.addEventListener("visibilitychange", () => document.hidden || stayAwake());
  document.addEventListener("change", event => {
    if (event.target.dataset.switch === "awake") stayAwake();
  });
}

async function stayAwake() {
  const isOver = $("#end-title") && !$("[data-qr]"); // a screen waits for the rematch
  if (!code || document.hidden || !isOn("awake") || isOver) {
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
