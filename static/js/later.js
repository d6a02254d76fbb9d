/* What the first tap needs nothing of: it comes once the page is there. */
import { flyPieces } from "./board.js";
import { followHeld, followQuestion } from "./decisions.js";
import { followAbilities, followAwake, followSwitches } from "./device.js";
import { followArrows, followFocus } from "./focus.js";
import { followNumbers, followWanted, keepBoxForms, rememberChoices } from "./forms.js";
import { followMove } from "./move.js";
import { followOfflineKeys } from "./offline_controls.js";
import { keepShown, registerWorker } from "./worker.js";

tellZone();
followAbilities();
followSwitches();
followAwake();
followNumbers();
keepBoxForms();
rememberChoices();
keepShown();
followHeld();
flyPieces();
followFocus();
followArrows();
followWanted();
followMove();
followOfflineKeys();
followQuestion();
registerWorker();

/* What the server writes of days and hours is by this phone's clock. */
function tellZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser, and only with https
  document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
}
