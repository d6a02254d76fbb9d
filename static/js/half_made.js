/* A half-made choice outlives a reload: kept as the page goes, and made again while the same seat chooses after the same
   move. Before the scripts of a game look at what is chosen. */
import { $, $$ } from "./dom.js";
import * as outbox from "./outbox.js";
import { actingSeat, code, shownMark, shownVersion } from "./page.js";

const PLACE = `half-made-${code}`;
const BOXES = ".entry input:is([type=radio], [type=checkbox])";
const FIELDS = ".entry :is(select, input[data-tiles], input:not([name]))";

/* Notes and settings are no moves: the undo names the newest move. */
const situation = () => `${actingSeat()} ${$("#now > [name=of]")?.value}`;
/** @param {HTMLInputElement} box */
const nameOf = box => `${box.name} ${box.value}`;

export function keepHalfMade() {
  if (!code) return;
  makeAgain();
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => document.hidden && keep());
}

function keep() {
  const choice = {
    situation: situation(),
    boxes: $$(BOXES)
      .filter(box => box.checked)
      .map(nameOf),
    fields: $$(FIELDS).map(field => field.value),
    spot: $("[data-spot][aria-pressed]")?.dataset.spot,
  };
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(choice));
  } catch {
    // A phone that lets nothing be kept forgets it.
  }
}

function makeAgain() {
  const choice = [kept(), waiting()].find(choice => choice?.situation === situation());
  if (choice) choose(choice);
}

/** What an entry said is chosen again, where nothing else is; whether anything is chosen then. @param {string} body */
export function chooseAgain(body) {
  /** @param {HTMLInputElement} box */
  const isChosen = box => box.checked && !box.defaultChecked;
  if ($$(BOXES).some(isChosen)) return true;
  const said = new URLSearchParams(body);
  choose(choiceOf(said));
  const chosen = $$(BOXES).filter(isChosen);
  for (const box of chosen) box.dispatchEvent(new Event("change", { bubbles: true }));
  return (
    chosen.length > 0 ||
    $$(FIELDS).some(({ name, value }) => value && said.get(name ?? "") === value)
  );
}

/** @param {{ boxes: string[], fields: (string | undefined)[], spot?: string }} choice */
function choose(choice) {
  for (const box of $$(BOXES)) box.checked = choice.boxes.includes(nameOf(box));
  for (const [place, field] of $$(FIELDS).entries()) field.value = choice.fields[place];
  if (choice.spot) $(`[data-spot="${CSS.escape(choice.spot)}"]`)?.click();
}

/* Where the app was closed, what waits says what was chosen last. */
function waiting() {
  const said = new URLSearchParams(outbox.waiting(code).at(-1)?.body);
  const isSeen = said.get("seen") === `${shownVersion()}.${shownMark()}`;
  return { situation: isSeen && situation(), ...choiceOf(said) };
}

/** @param {URLSearchParams} said */
const choiceOf = said => ({
  boxes: [...said].map(([name, value]) => `${name} ${value}`),
  fields: $$(FIELDS).map(field => said.get(field.name ?? "") ?? field.value),
});

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
  } catch {
    return null;
  }
}
