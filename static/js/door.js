/* The button of a table's door says who sits down, in the colour of the chosen seat. The page of the door brings this. */
import { $ } from "./dom.js";
import { buttonWords } from "./door_words.js";

document.addEventListener("input", show);
document.addEventListener("page:drawn", show);
show();

function show() {
  const button = $("button#sit-down");
  if (!button) return;
  const chosen = $("input[name=seat]:checked");
  const typed = $("input[name=name]")?.value ?? "";
  button.textContent = buttonWords(typed, chosen?.dataset, button.dataset);
  button.className = chosen ? `primary big gem c${chosen.value}` : "primary big";
}
