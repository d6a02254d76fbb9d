/* Everything that is not needed for the first tap. Loads htmx, which processes the page after all its extensions are
   registered. */
import "../vendor/htmx-4.0.1.esm.min.js";
import "../vendor/hx-sse-4.0.1.min.js";
import { initAddressChange } from "./change_address.js";
import { initConnection } from "./connection.js";
import { initDevice, showDevice, updateWakeLock } from "./device.js";
import { initForms, restoreFocus, restoreForms } from "./forms.js";
import { initPreviews } from "./move_form.js";
import { followHost, initDrawer, initLinks } from "./navigation.js";
import { initAnswers } from "./notices.js";
import {
  cachePage,
  disableUnavailable,
  hideNoResponse,
  hideWithheld,
  initOfflineControls,
  initPageCache,
  registerWorker,
  showContested,
  updateOfflineCopy,
} from "./offline.js";
import { followEvents } from "./page.js";
import { initStream, initTable } from "./table.js";

/* What follows each event of the page, after the functions in main.js. */
followEvents({
  "entries:listed": [showContested],
  "entry:answered": [restoreFocus],
  "table:updated": [
    showDevice,
    updateWakeLock,
    disableUnavailable,
    updateOfflineCopy,
    restoreFocus,
  ],
  "page:loaded": [hideNoResponse, showDevice, restoreForms, disableUnavailable],
  "drawer:loaded": [showDevice, restoreForms, disableUnavailable],
  "dialog:opened": [disableUnavailable],
  "connection:lost": [cachePage, disableUnavailable],
  "connection:restored": [hideNoResponse, disableUnavailable],
  "connection:confirmed": [hideWithheld],
});

/* The server formats times in this time zone. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and needs https
document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;

initConnection();
initStream();
initTable();
initLinks();
initDrawer();
initAnswers();
initPreviews();
initDevice();
initForms();
initPageCache();
initAddressChange();
showContested();
initOfflineControls();
registerWorker();
followHost();
