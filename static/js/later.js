/* What the first tap needs nothing of. htmx comes with it, and looks through the page after all its extensions have come.
   main.js says when each of these is called. */
import "../vendor/htmx-4.0.1.esm.min.js";
import "../vendor/hx-sse-4.0.1.min.js";
import { flyPieces } from "./board.js";
import { watchLine } from "./connection.js";
import { followQuestion, showHeld, tellShown } from "./decisions.js";
import { followAwake, followSwitches, showAbilities, showSwitches } from "./device.js";
import { followArrows, followFocus } from "./focus.js";
import { followNumbers, followWanted, keepBoxForms, recallChoices, recallDrafts } from "./forms.js";
import { followMove } from "./change_address.js";
import { followDrawer, followLead, followLinks } from "./navigation.js";
import { followAnswers } from "./notices.js";
import { markUnanswered, refuseUnanswered, tellUnheard } from "./offline_controls.js";
import { followRequests } from "./pending.js";
import { followStream, followTable } from "./table.js";
import { foretellOnChange } from "./targets.js";
import { followLeaving, registerWorker } from "./worker.js";

export { showHeld, tellShown } from "./decisions.js";
export { showAbilities, showSwitches } from "./device.js";
export { keepFocus } from "./focus.js";
export { recallChoices, recallDrafts } from "./forms.js";
export { hideUnheard, markUnanswered } from "./offline_controls.js";
export { forgetWithheld, keepPageSoon, tellWorker } from "./worker.js";

followRequests();
watchLine();
followStream();
followTable();
followLinks();
followDrawer();
followAnswers();
foretellOnChange();
tellZone();
followSwitches();
followAwake();
followNumbers();
keepBoxForms();
followLeaving();
flyPieces();
followFocus();
followArrows();
followWanted();
followMove();
followQuestion();
refuseUnanswered();
tellUnheard();
registerWorker();

followLead();
showAbilities();
showSwitches();
recallChoices();
recallDrafts();
showHeld();
tellShown();
markUnanswered();

/* What the server writes of days and hours is by this phone's clock. */
function tellZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser, and only with https
  document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
}
