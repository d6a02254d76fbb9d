/* A piece of the hand as it lies at a place of the board. */
import { make } from "./dom.js";

/* A piece keeps its family (p-…), and with it its colour. */
export function laidOf(piece) {
  const label = piece?.labels[0];
  const families = [...(label?.classList ?? [])].filter(name => name.startsWith("p-"));
  const className = ["piece-to-send", ...families].join(" ");
  const laid = make("span", "", { className, ariaHidden: "true" });
  const drawing = label?.querySelector(".tile, .piece")?.cloneNode(true);
  if (drawing) laid.append(drawing);
  return laid;
}
