/* In place of a page that no line brought: once the server answers, that page itself; never the form that led
   to it once more. */
import { isServerReachable } from "./connection.js";

const EVERY = 3000;

async function look() {
  if (await isServerReachable()) location.replace(location.pathname + location.search);
}

setInterval(look, EVERY);
addEventListener("online", look);
