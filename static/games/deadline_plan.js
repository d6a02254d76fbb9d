/* The tomb as it would be, on the large drawing of it. */
import { $, $$ } from "../js/dom.js";

export const pointsOf = place => place.length * place.height - place.roofs;

/* The place nearest to the finger. */
export function placeAt(clientX, places) {
  const { a, e } = $("#tomb").getScreenCTM();
  const away = ({ middle }) => Math.abs(middle - (clientX - e) / a);
  return places.reduce((best, place) => (away(place) < away(best) ? place : best));
}

/* Every place as the stone would lie there, and a strip for each that can be tapped; only the marks change
   as one is chosen, so that a finger or the focus may stay where it is. */
export function showPlaces(places, chosen) {
  $("#tomb").classList.toggle("choosing", places.length > 0);
  const strips = $("#strips");
  const told = places.map(place => `${place.way} ${place.column}`).join();
  if (strips.dataset.told !== told) {
    strips.dataset.told = told;
    strips.innerHTML = inARow(places).map(strip(places)).join("");
  }
  for (const each of $$("rect", strips)) {
    each.ariaPressed = String(places[each.dataset.place] === chosen);
  }
  const open = places.filter(place => place !== chosen);
  $("#places").innerHTML = [...open.map(glow), ...open.map(brings)].join("");
}

const inARow = places => [...places].sort((one, other) => one.middle - other.middle);

const strip = places => place => {
  const { y, height } = $("#tomb").viewBox.baseVal;
  const words = $("#palette").dataset.column.replace("#", place.column);
  return `<rect x="${place.middle - 0.5}" y="${y}" width="1" height="${height}" role="button" tabindex="0"
    aria-label="${words}: ${pointsOf(place)}" data-place="${places.indexOf(place)}"
    data-lies="${place.way} ${place.column}"/>`;
};

const pointsIn = outline => outline.map(([x, y]) => `${x},${-y}`).join(" ");

const glow = place => `<polygon points="${pointsIn(place.outline)}"/>`;

function brings(place) {
  const ys = place.outline.map(([, y]) => y);
  const y = -(Math.min(...ys) + Math.max(...ys)) / 2;
  return `<rect x="${place.middle - 0.42}" y="${y - 0.3}" width=".84" height=".6" rx=".3"/>
    <text x="${place.middle}" y="${y + 0.17}">${pointsOf(place)}</text>`;
}

/* The tomb as it would be takes the place of the tomb as it is. */
export function showForeseen(place) {
  $(".own").classList.toggle("foreseeing", Boolean(place));
  $("#marks-then").innerHTML = place ? drawn(place) : "";
  if (!place) {
    $("#said-then").hidden = true;
    return;
  }
  const { length, height, roofs, marks } = place;
  const now = $("#said-now [data-m]:last-child").textContent;
  const lacking = JSON.parse($("#palette").dataset.lacks);
  const numbers = [length, height, roofs, pointsOf(place)];
  $$("#said-then [data-m]").forEach((element, n) => {
    element.textContent = numbers[n];
  });
  $("#said-then .lacks").textContent =
    `${now} → ${pointsOf(place)} · ${lacking[`${marks.flat.length} ${marks.walls.length}`]}`;
  $("#said-then").hidden = false;
}

function drawn({ left, right, length, height, marks, outline }) {
  const edge = Number($("#tomb").dataset.left);
  const peak = marks.tops.find(([, y]) => y === height)[0];
  const dots = marks.flat.map(([x, y]) => `M${x + 0.08} ${-y - 0.15}h.84`);
  const walls = marks.walls.map(
    ([x, one, other]) => `M${x + (one < other ? -0.15 : 0.15)} ${-one}V${-other}`,
  );
  const less = $(".plan use").getAttribute("href").split("#")[0];
  const tops = marks.tops.map(([x, y]) => `<use href="${less}#less" x="${x}" y="${-y}"/>`);
  return `<polygon class="ghost" points="${pointsIn(outline)}"/>
    <path class="dimension" d="M${left} .3v.6m.2-.4l-.2.1.2.1m-.2-.1H${right}m-.2-.1l.2.1-.2.1m.2-.4v.6
      M${edge + 0.3} 0h.4m-.1-.2l-.1.2-.1-.2m.1.2V${-height}m-.1.2l.1-.2.1.2m.1-.2h-.4"/>
    <path class="leader" d="M${edge + 0.8} ${-height}H${peak}"/>
    <text class="middle" x="${(left + right) / 2}" y="1.35">${length}<tspan> ${$("#tomb").dataset.long}</tspan></text>
    <text x="${edge + 0.85}" y="${-height / 2}">${height}</text>
    <path class="dots" d="${dots.join("")}${walls.join("")}"/>${tops.join("")}`;
}
