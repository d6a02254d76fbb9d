/* Beside what is chosen, at once: what would come of it. An answer never outlives its question. */
import { $ } from "./dom.js";
import { isOnline } from "./line.js";

export function foretellOnChange() {
  htmx.registerExtension("foretell", {
    htmx_config_request(place) {
      const chosen = place.dataset.foretell;
      if (!chosen) return true;
      htmx.trigger(place, "htmx:abort");
      place.replaceChildren();
      return isOnline() && Boolean($(chosen));
    },
  });
}
