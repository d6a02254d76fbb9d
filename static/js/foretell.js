/* Beside what is chosen, at once: what would come of it. An answer never outlives its question. */
import { $, $$ } from "./dom.js";
import { isOnline } from "./line.js";

export function foretellOnChange() {
  htmx.registerExtension("foretell", {
    htmx_config_request(place) {
      const chosen = place.dataset.foretell;
      if (!chosen) return true;
      htmx.trigger(place, "htmx:abort");
      place.replaceChildren();
      return isOnline() && Boolean($(chosen, place.closest("form")));
    },
  });
}

/* What is chosen already as the page opens is asked about at once. */
export function foretellChosen() {
  for (const place of $$("[data-foretell]")) {
    htmx.process(place);
    htmx.trigger(place, "foretell");
  }
}
