/* Keeps each entry the moment it is tapped, and has it sent. */
import { $, nameOf } from "./dom.js";
import { showTaps } from "./notices.js";
import * as outbox from "./outbox.js";
import { addOwn } from "./own_taps.js";
import { back, shownMark, shownVersion } from "./page.js";
import { send } from "./sender.js";
import { orderedData } from "./ticks.js";

export function keepEntries() {
  document.addEventListener("submit", event => {
    if (!event.target.matches("form[data-entry]")) return;
    event.preventDefault();
    const tap = outbox.add(tapOf(event.target, event.submitter));
    addOwn(tap);
    for (const answer of outbox.refused(tap.table)) outbox.read(answer);
    $("#answer")?.replaceChildren();
    showTaps();
    navigator.vibrate?.(12);
    send();
  });
}

function tapOf(form, submitter) {
  const key = outbox.newKey();
  const url = submitter?.getAttribute("formaction") || form.getAttribute("action");
  const data = orderedData(form, submitter);
  data.set("key", key);
  if (!$("[name=seen]", form)) data.set("seen", `${shownVersion()}.${shownMark()}`);
  return {
    key,
    url,
    body: new URLSearchParams(data).toString(),
    say: wordsFor(form, submitter),
    // A question is answered where it was asked.
    // biome-ignore lint/suspicious/noThenProperty: taps that wait on phones are stored with this name
    then: url.endsWith("/ask") ? "" : form.dataset.then || back || "",
    from: location.pathname,
  };
}

/* What was tapped, in the words of the page. */
function wordsFor(form, submitter) {
  const chosen = $("input[type=radio]:checked", form);
  const words = [form.dataset.say, nameOf(chosen?.closest("label")), nameOf(submitter)];
  return [...new Set(words.filter(Boolean))].join(" → ");
}
