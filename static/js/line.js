/* The line to the server: asking it, and whether it answers. */
import { announce } from "./page.js";

/* Something answered that is not the companion. */
class Stranger extends Error {}

let online = true;
let strange = false;

export const isOnline = () => online;
export const isStrange = () => strange;

/* Only answers of the app's own are believed: on a network that asks for a login, anything may answer. */
export async function ask(url, options) {
  const headers = { ...options?.headers, "HX-Request": "true" };
  const answer = await fetch(url, { ...options, headers });
  if (!answer.headers.has("X-Companion")) throw new Stranger(url);
  return [answer, await answer.text()];
}

export function found() {
  if (!online) {
    online = true;
    strange = false;
    announce("line:back");
  }
  announce("line:heard");
}

export function lost(error) {
  online = false;
  if (error) strange = error instanceof Stranger;
  announce("line:lost");
}
