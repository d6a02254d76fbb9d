/* Offers to install the app where the browser would. The page that says so brings this. */
import { $ } from "./dom.js";

let prompt = null;

addEventListener("beforeinstallprompt", event => {
  event.preventDefault();
  prompt = event;
  show();
});
document.addEventListener("page:drawn", show);
document.addEventListener("click", event => {
  if (!event.target.closest("#install button")) return;
  prompt?.prompt();
  prompt = null;
  show();
});

function show() {
  const place = $("#install");
  if (place) place.hidden = !prompt;
}
