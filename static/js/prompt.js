/* The line above the hand: while something is half chosen, it asks for the rest. */
import { $, required } from "./dom.js";

/** One of its questions by name, or words of one's own; nothing, and it says again what is awaited.
   @param {string} question */
export function ask(question, piece = "") {
  const line = $("#prompt .question");
  if (!line) return;
  line.textContent = (line.dataset[question] ?? question).replace("#", piece);
  line.classList.remove("tight");
  const isTight = question !== "" && line.offsetHeight > required("#prompt .awaited").offsetHeight;
  line.classList.toggle("tight", isTight);
}
