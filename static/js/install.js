/* Says how the companion comes to the home screen: by a button where the browser lets a page ask, else in
   words. The page that says so brings this. */
import { $$ } from "./dom.js";

const isInstalled = navigator.standalone || matchMedia("(display-mode: standalone)").matches;
const isIphone = "standalone" in navigator;
const isFirefoxPhone = /Android.*Firefox/.test(navigator.userAgent);

/** @type {InstallEvent | null} */
let prompt = null;

addEventListener("beforeinstallprompt", event => {
  event.preventDefault();
  prompt = event;
  show();
});
document.addEventListener("page:drawn", show);
document.addEventListener("click", event => {
  if (!event.target.closest("[data-install=button] button")) return;
  prompt?.prompt();
  prompt = null;
  show();
});
show();

function show() {
  for (const place of $$("[data-install]")) place.hidden = place.dataset.install !== way();
}

function way() {
  if (prompt) return "button";
  if (isInstalled) return null;
  return (isIphone && "share") || (isFirefoxPhone && "menu");
}
