/* On the offline page: loads the missing page once the server answers, with GET, so that no form is sent again. */
import { isServerReachable } from "./connection.js";

const CHECK_INTERVAL_MS = 3000;

async function reloadIfReachable() {
  if (await isServerReachable()) location.replace(location.pathname + location.search);
}

setInterval(reloadIfReachable, CHECK_INTERVAL_MS);
addEventListener("online", reloadIfReachable);
