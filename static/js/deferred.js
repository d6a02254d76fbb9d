/* Everything that is not needed for the first tap. Loads htmx, which processes the page after all its extensions are
   registered. main.js defines when the exported functions are called. */
import "../vendor/htmx-4.0.1.esm.min.js";
import "../vendor/hx-sse-4.0.1.min.js";
import { initAddressChange } from "./change_address.js";
import { initConnection } from "./connection.js";
import { initDevice } from "./device.js";
import { initFocus, initForms } from "./forms.js";
import { initPreviews } from "./move_form.js";
import { followHost, initDrawer, initLinks } from "./navigation.js";
import { initAnswers } from "./notices.js";
import { initOfflineControls, initPageCache, registerWorker, showContested } from "./offline.js";
import { initStream, initTable } from "./table.js";

export { showDevice } from "./device.js";
export { restoreFocus, restoreForms } from "./forms.js";
export {
  cachePage,
  disableUnavailable,
  hideNoResponse,
  hideWithheld,
  showContested,
  updateOfflineCopy,
} from "./offline.js";

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
initFocus();
initAddressChange();
showContested();
initOfflineControls();
registerWorker();
followHost();
