/* Looks whether this phone trusts the house yet, and leads on to the same page by https once it does.
   What a browser keeps is each protocol's own: taps that wait are sent before, or handed on. The page that says
   how to trust brings this. */
import { readBrought } from "./brought.js";
import { required } from "./dom.js";
import { localAddress } from "./local_path.js";
import * as outbox from "./outbox.js";

const EVERY = 2000;
const LOOK = 4000;
const TO_BE_SEEN = 1500;
const TO_BE_SENT = 6000;
const place = required("#trust");
const { next, secured } = place.dataset;
const isHere = location.protocol === "https:";
let looking = false;

/** @param {number} milliseconds */
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

if (isHere) arrive();
else setInterval(look, EVERY);
look();

async function look() {
  if (looking || document.hidden || !(isHere || (await isTrusted()))) return;
  looking = true;
  required("#not-ready").hidden = true;
  required("#ready").hidden = required("#onward").hidden = false;
  if (!isHere) leadOn();
}

/* What the answer says cannot be seen from here; that there is one says all. */
function isTrusted() {
  const signal = AbortSignal.timeout(LOOK);
  return fetch(`${secured}/healthz`, { mode: "no-cors", cache: "no-store", signal }).then(
    () => true,
    () => false,
  );
}

async function leadOn() {
  const latest = Date.now() + TO_BE_SENT;
  await wait(TO_BE_SEEN);
  while (outbox.all().some(([name]) => name.startsWith("tap-")) && Date.now() < latest)
    await wait(200);
  const along = encodeURIComponent(JSON.stringify(outbox.all()));
  location.assign(`${secured}/trust?next=${encodeURIComponent(next)}#${along}`);
}

/* Who comes from this very address by http brings what waited there; nobody else may bring anything. */
async function arrive() {
  const came = location.hash.slice(1);
  if (!came || document.referrer !== `http://${location.host}/`) return;
  outbox.takeOver(readBrought(decodeURIComponent(came)));
  await wait(TO_BE_SEEN);
  await Promise.race([navigator.serviceWorker?.ready, wait(TO_BE_SENT)]); // it keeps the page that comes next
  location.replace(localAddress(next));
}
