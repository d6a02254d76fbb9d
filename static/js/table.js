/* Draws the table on the page, and catches up with it. */
import { $ } from "./dom.js";
import { ask, found, lost } from "./line.js";
import { announce, isLive, shownVersion } from "./page.js";
import { askForPart, forgetPart } from "./part.js";

const PATIENCE = 8000;

const tableIn = text => new DOMParser().parseFromString(text, "text/html").getElementById("table");

/* An answer older than the screen came late, and is dropped; but one older than what was shown when it
   was asked for comes from a server that was put back to an older state, and the phone follows it. */
export function draw(text, before) {
  const table = $("#table");
  const fresh = table && tableIn(text);
  if (!fresh) return;
  const version = Number(fresh.dataset.version);
  if (version < shownVersion() && version >= before) return;
  const wasMine = table.dataset.mine;
  const swap = { sourceElement: table, target: table, text, swap: "outerMorph" };
  htmx.swap(swap).then(() => {
    tell($(".prompt")?.textContent || $("#end-title")?.textContent || "");
    showTurn(wasMine);
    announce("table:drawn");
  });
}

/* Said aloud by a screen reader, once. */
function tell(text) {
  const live = $("#live");
  if (live && text && live.textContent !== text) live.textContent = text;
}

/* The title marks whose turn it is; the phone trembles when it becomes yours. */
function showTurn(wasMine) {
  const isMine = $("#table").dataset.mine;
  const title = document.title.replace(/^▸ /, "");
  if (!wasMine && isMine) navigator.vibrate?.([20, 60, 20]);
  if (!isMine) document.title = title;
  else if (!wasMine) document.title = `▸ ${title}`;
}

export async function catchUp() {
  if (!isLive()) return;
  try {
    const here = location.pathname + location.search;
    const [answer, text, before] = await askForPart(here, {
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.ok && tableIn(text)) draw(text, before);
    else if (answer.status === 403 && answer.headers.get("X-Answer"))
      return announce("table:ended");
    found();
  } catch (error) {
    forgetPart();
    lost(error);
  }
}

/* A piece of the page that changes without an entry, such as who sits where. */
export async function renewPiece() {
  const place = $("[data-look]");
  if (!place) return;
  const [answer, text] = (await ask(place.dataset.look).catch(() => null)) || [];
  if (answer?.status === 200) place.outerHTML = text;
}
