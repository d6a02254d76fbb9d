/* The line to the server: whether it answers, and whether it is the server that does. */
import { announce } from "./page.js";

/* Something answered that is not the companion. */
class Stranger extends Error {}

let online = true;
let strange = false;

export const isOnline = () => online;
export const isStrange = () => strange;

/* Only answers of the app's own are believed: on a network that asks for a login, anything may answer. */
export function trusted(answer) {
  if (!answer.headers.has("X-Companion")) throw new Stranger(answer.url);
  return answer;
}

/* What htmx asks for by itself tells how the line is, too. */
export function watchLine() {
  htmx.registerExtension("line", {
    htmx_before_response(_, { ctx }) {
      try {
        if (trusted(ctx.response.raw).headers.has("X-Kept")) lost();
        else found();
      } catch (error) {
        lost(error);
        return false;
      }
    },
    htmx_error: (_, { error }) => lost(error),
  });
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
