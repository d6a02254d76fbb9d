/* What the first tap needs nothing of: it comes once the page is there. */
import { registerWorker } from "./worker_updates.js";
import { followAbilities } from "./abilities.js";
import { followArrows } from "./arrows.js";
import { followAwake } from "./awake.js";
import { keepBoxForms } from "./box_forms.js";
import { flyPieces } from "./fly.js";
import { followFocus } from "./focus.js";
import { followHeld } from "./held.js";
import { keepShown } from "./kept_page.js";
import { followMove } from "./move.js";
import { followNumbers } from "./numbers.js";
import { followSwitches } from "./switches.js";
import { followOfflineKeys } from "./offline_keys.js";
import { followQuestion } from "./question.js";
import { followWanted } from "./wanted.js";

tellZone();
followAbilities();
followArrows();
followSwitches();
followAwake();
followNumbers();
keepBoxForms();
keepShown();
followHeld();
flyPieces();
followFocus();
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
