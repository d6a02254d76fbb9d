/* Beside what is chosen, at once: what would come of it. An answer never outlives its question. */
import { $, $$ } from "./dom.js";
import { ask, isOnline } from "./line.js";
import { orderedData } from "./ticks.js";

const questions = new WeakMap(); // the question each place waits for

export function foretellOnChange() {
  document.addEventListener("change", event => {
    if (event.target.form) foretell(event.target.form);
  });
}

export function foretellAll() {
  for (const place of $$("[data-foretell]")) foretell(place.closest("form"));
}

async function foretell(form) {
  const place = $("[data-foretell]", form);
  const asker = place && $("button[formaction$='/ask']", form);
  if (!asker) return;
  questions.get(place)?.abort();
  place.replaceChildren();
  if (!isOnline() || !$(place.dataset.foretell, form)) return;
  const question = new AbortController();
  questions.set(place, question);
  const { signal } = question;
  const body = new URLSearchParams(orderedData(form, asker));
  const answer = await ask(asker.getAttribute("formaction"), { method: "POST", body, signal })
    .then(([, text]) => text)
    .catch(() => "");
  if (!signal.aborted) place.innerHTML = answer;
}
