/* The screen stays on at a running table, unless the player does not want it. */
import { $ } from "./dom.js";
import { code } from "./page.js";
import * as storage from "./storage.js";

let lock = null;

const isWanted = () => storage.get("awake") !== "no";

export function followAwake() {
  stayAwake();
  document.addEventListener("drawer:drawn", stayAwake);
  document.addEventListener("visibilitychange", () => document.hidden || stayAwake());
  document.addEventListener("change", event => {
    if (event.target.id !== "awake") return;
    storage.put("awake", event.target.checked ? "yes" : "no");
    stayAwake();
  });
}

async function stayAwake() {
  const box = $("#awake");
  if (box) box.checked = isWanted();
  const isOver = $("#end-title") && !$("[data-qr]"); // a screen waits for the rematch
  if (!code || document.hidden || !isWanted() || isOver) {
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
