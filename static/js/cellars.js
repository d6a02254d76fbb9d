/* Says once on this phone, after a finished game, that it can be made ready for places without a signal. The end
   of a game brings this. */
import { $ } from "./dom.js";
import * as storage from "./storage.js";

const SAID = "cellars-said";
const isNew = !isSecureContext && !storage.get(SAID);

show();
document.addEventListener("table:drawn", show);

function show() {
  const place = $("#cellars");
  if (!place || !isNew) return;
  place.hidden = false;
  storage.put(SAID, "1");
}
