/* Everything that is not needed for the first tap. Loads htmx, which processes the page after all its extensions are
   registered. main.js defines when these functions are called. */
import "../vendor/htmx-4.0.1.esm.min.js";
import "../vendor/hx-sse-4.0.1.min.js";
import { initPieceAnimation } from "./board.js";
import { initConnection } from "./connection.js";
import { initDecisions, showContested, reportShownRequest } from "./decisions.js";
import { initWakeLock, initSwitches, showSupported, showSwitches } from "./device.js";
import { initArrowKeys, initFocus } from "./focus.js";
import {
  initNumberFields,
  initValidation,
  initDrafts,
  restoreSelections,
  restoreDrafts,
} from "./forms.js";
import { initAddressChange } from "./change_address.js";
import { initDrawer, followHost, initLinks } from "./navigation.js";
import { initAnswers } from "./notices.js";
import { disableUnavailable, initDisabledControls, initNoResponse } from "./offline_controls.js";
import { trackRequests } from "./pending.js";
import { initStream, initTable } from "./table.js";
import { initPreviews } from "./targets.js";
import { initPageCache, registerWorker } from "./worker.js";

export { showContested, reportShownRequest } from "./decisions.js";
export { showSupported, showSwitches } from "./device.js";
export { restoreFocus } from "./focus.js";
export { restoreSelections, restoreDrafts } from "./forms.js";
export { hideNoResponse, disableUnavailable } from "./offline_controls.js";
export { hideWithheld, cachePage, updateOfflineCopy } from "./worker.js";

trackRequests();
initConnection();
initStream();
initTable();
initLinks();
initDrawer();
initAnswers();
initPreviews();
storeTimeZone();
initSwitches();
initWakeLock();
initNumberFields();
initDrafts();
initPageCache();
initPieceAnimation();
initFocus();
initArrowKeys();
initValidation();
initAddressChange();
initDecisions();
initDisabledControls();
initNoResponse();
registerWorker();

followHost();
showSupported();
showSwitches();
restoreSelections();
restoreDrafts();
showContested();
reportShownRequest();
disableUnavailable();

/* Store the time zone in a cookie, so that the server formats times with it. */
function storeTimeZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and needs https
  document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
}
