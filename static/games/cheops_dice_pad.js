/* Copying a sheet: a colour paints the marked box and the mark moves on; a symbol is tapped onto its boxes. */
"use strict";
(() => {
  const form = document.querySelector(".transcriber"),
    boxes = [...form.querySelectorAll("[data-box]")];
  const paints = [...form.querySelectorAll("[data-paint]")],
    said = document.getElementById("copied");
  const field = name => form.elements[name];
  let at = 0;

  const letter = box => field(box.dataset.line).value[box.dataset.at];
  function show(box) {
    const paint = paints.find(one => one.dataset.paint === letter(box));
    box.className = "cell " + (paint ? paint.dataset.class : "open");
    box.querySelector("i").textContent = paint ? paint.dataset.sign : "?";
    box.setAttribute("aria-label", `${box.dataset.name}, ${paint ? paint.dataset.name : "?"}`);
  }
  function mark(next, follow = true) {
    boxes[at]?.classList.remove("lit");
    at = Math.max(0, Math.min(next, boxes.length - 1));
    boxes[at].classList.add("lit");
    if (follow) boxes[at].scrollIntoView({ block: "center" });
    said.textContent = `${boxes.filter(box => letter(box) !== "?").length} / ${boxes.length} · ${boxes[at].dataset.name}`;
  }
  function paint(button) {
    const box = boxes[at],
      line = field(box.dataset.line),
      place = Number(box.dataset.at);
    line.value = line.value.slice(0, place) + button.dataset.paint + line.value.slice(place + 1);
    show(box);
    navigator.vibrate?.(8);
    const open = boxes.findIndex((other, n) => n > at && letter(other) === "?");
    mark(open < 0 ? at + 1 : open);
  }
  const symbol = () => form.querySelector("[name=symbol]:checked[data-symbol]");
  function carry(box, chosen) {
    if (!box.dataset.box.startsWith(chosen.dataset.stem === "arch" ? "" : chosen.dataset.stem))
      return;
    const line = field(`value.bonuses.${chosen.value}.boxes[]`),
      names = line.value.split(" ").filter(Boolean);
    const has = names.includes(box.dataset.box);
    line.value = (
      has ? names.filter(name => name !== box.dataset.box) : [...names, box.dataset.box]
    ).join(" ");
    const signs = box.querySelector("span");
    if (has)
      [...signs.querySelectorAll("sup")]
        .find(sup => sup.textContent === chosen.dataset.symbol)
        ?.remove();
    else
      signs.append(
        Object.assign(document.createElement("sup"), { textContent: chosen.dataset.symbol }),
      );
  }
  form.addEventListener("click", event => {
    const button = event.target.closest("[data-paint]"),
      box = event.target.closest("[data-box]");
    if (button) paint(button);
    else if (box && symbol()) carry(box, symbol());
    else if (box) mark(boxes.indexOf(box));
  });
  for (const part of form.querySelectorAll(".painted")) part.hidden = false;
  form.querySelector(".lines").hidden = true;
  boxes.forEach(show);
  for (const id of (document.querySelector("[data-at][role=alert]")?.dataset.at || "")
    .split(" ")
    .filter(Boolean))
    document.getElementById(id)?.classList.add("refused-here");
  const first = boxes.findIndex(box => letter(box) === "?");
  if (first >= 0) mark(first, false); // the letter and the name come first
})();
