/* Offers to install the app where the browser would. The page that says so brings this. */
import { $ } from "./dom.js";

const place = $("#install");
let prompt = null;

addEventListener("beforeinstallprompt", event => {
  event.preventDefault();
  prompt = event;
  place.hidden = false;
});

$("button", place).onclick = () => {
  prompt?.prompt();
  place.hidden = true;
};
