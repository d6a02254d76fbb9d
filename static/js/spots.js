/* Legal spots: a choice lights them, says on each what would come of it, and casts a shadow. A spot with a
   `shade` shows the piece that would stand there. */
import { $, $$ } from "./dom.js";

let picked = null;

const choice = () =>
  picked?.isConnected && picked.checked ? picked : $("input[data-lights]:checked");

/* What the choice says of each spot, by the spot's name. */
const saidBy = (chosen, name) => JSON.parse(chosen?.dataset[name] || "{}");

export function followChoices() {
  document.addEventListener("change", event => {
    if (event.target.matches("input[data-lights]")) picked = event.target;
    if (event.target.matches("input[data-lights], input[data-opens]")) light();
  });
  for (const type of ["pointerover", "focusin"]) {
    document.addEventListener(type, event => {
      const spot = event.target.closest("[data-spot]");
      if (spot) castShadow(spot);
    });
  }
}

export function light() {
  openGroups();
  const chosen = choice();
  const lit = new Set((chosen?.dataset.lights || "").split(" "));
  const notes = saidBy(chosen, "notes");
  const piece = chosen?.closest("label")?.querySelector("use")?.getAttribute("href") || "";
  for (const spot of $$("[data-spot]")) {
    const isLit = spot.form === chosen?.form && lit.has(spot.dataset.spot);
    spot.classList.toggle("lit", isLit);
    spot.classList.remove("refused-here");
    const note = $(".note", spot);
    $(".shade use", spot)?.setAttribute("href", isLit ? piece : "");
    if (note) note.textContent = (isLit && (notes[spot.dataset.spot] ?? notes[""])) || "";
  }
  castShadow(null);
}

/* What belongs to another choice is hidden, and nothing in it stays chosen. */
function openGroups() {
  const opened = $("input[data-opens]:checked")?.dataset.opens;
  for (const group of $$("[data-for]")) {
    group.hidden = !opened || !group.dataset.for.split(" ").includes(opened);
    if (group.hidden) for (const input of $$(":checked", group)) input.checked = false;
  }
}

function castShadow(spot) {
  const ghost = $(".ghost", spot?.form || document);
  if (!ghost) return;
  const points = spot && saidBy(choice(), "ghosts")[spot.dataset.spot];
  ghost.setAttribute("points", points || "");
}
