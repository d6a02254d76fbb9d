/* The button of a table's door says who sits down, in the colour of the chosen seat. The page of the door brings this. */
import { $ } from "./dom.js";
import { buttonWords } from "./door_words.js";

document.addEventListener("input", show);
document.addEventListener("page:drawn", show);
show();

function show() {
  const button = $("#sit-down");
  if (!button) return;
  const chosen = $("[name=seat]:checked", button.form);
  button.textContent = buttonWords(
    button.form.elements.name.value,
    chosen?.dataset,
    button.dataset,
  );
  button.className = chosen ? `primary big gem c${chosen.value}` : "primary big";
}
