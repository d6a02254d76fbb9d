/* A run made without a line that others contest, or of which one was refused: it stands beside what they entered,
   to be taken one by one. What is not taken is told to all by a note in the log. */
import { $, make, makeButton } from "./dom.js";
import { showTaps } from "./notices.js";
import * as outbox from "./outbox.js";
import { dropOwn } from "./own_taps.js";
import { tableHere } from "./page.js";
import { send } from "./sender.js";

const LONGEST_NOTE = 480;

export function followHeld() {
  document.addEventListener("taps:shown", showHeld);
  showHeld();
}

function showHeld() {
  const place = $("#held");
  const theirs = place && outbox.held(tableHere);
  if ((theirs ?? null) === null) return;
  const taps = outbox.waiting(tableHere).filter(outbox.isHeld);
  place.hidden = !taps.length;
  if (!taps.length) return finish(place.dataset.note);
  $(".theirs", place).innerHTML = theirs;
  $(".yours", place).replaceChildren(...taps.map(tap => rowOf(tap, place.dataset)));
  $(".take-all", place).hidden = Boolean(theirs);
  $(".take-all", place).onclick = () => taps.forEach(take);
  $(".drop-all", place).onclick = () => drop(...taps);
}

function rowOf(tap, words) {
  const row = make("li");
  row.append(
    make("span", tap.say),
    makeButton(words.take, () => take(tap)),
    makeButton(words.drop, () => drop(tap)),
  );
  return row;
}

function take(tap) {
  outbox.change({ ...tap, taken: true });
  showTaps();
  send();
}

function drop(...taps) {
  for (const tap of taps) {
    dropOwn(tap);
    outbox.settled(tap);
    outbox.leaveOut(tap);
  }
  showTaps();
}

/* Once all is decided, all phones hear what was left out. */
function finish(words) {
  if (outbox.refused(tableHere).some(tap => tap.run)) return;
  const said = outbox.leftOut(tableHere);
  outbox.letGo(tableHere);
  if (!said.length) return;
  const key = outbox.newKey();
  const text = words.replace("#", said.join(" · ")).slice(0, LONGEST_NOTE);
  const body = new URLSearchParams({ key, kind: "note", text }).toString();
  outbox.add({ key, url: `/t/${tableHere}/enter`, body, say: text });
  send();
}
