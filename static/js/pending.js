/* What is under way, by name. Tests set `onPending` to hear of it: they wait until there is nothing. An open stream is not
   waited for, nor what waits for a line. */

/** @type {Set<string>} */
const names = new Set();
const tell = () => globalThis.onPending?.([...names]);

/** @param {string} name */
export function startTask(name) {
  names.add(name);
  tell();
}

/** @param {string} name */
export function finishTask(name) {
  names.delete(name);
  tell();
}

/* What htmx asks for, until its answer is drawn. */
export function trackRequests() {
  const asked = new Set();
  htmx.registerExtension("pending", {
    htmx_before_request(_, { ctx }) {
      asked.add(ctx);
      startTask("request");
    },
    htmx_finally_request(_, { ctx }) {
      asked.delete(ctx);
      if (!asked.size) finishTask("request");
    },
  });
}
