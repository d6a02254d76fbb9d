/* The tasks in progress, by name. Tests set `onPending` and wait until there are none. An open stream, or an entry
   queued offline, is not a task. */

/** @type {Set<string>} */
const names = new Set();
const reportTasks = () => globalThis.onPending?.([...names]);

/** @param {string} name */
export function startTask(name) {
  names.add(name);
  reportTasks();
}

/** @param {string} name */
export function finishTask(name) {
  names.delete(name);
  reportTasks();
}

/* Track htmx requests until their response is shown. */
export function trackRequests() {
  const requests = new Set();
  htmx.registerExtension("pending", {
    htmx_before_request(_, { ctx }) {
      requests.add(ctx);
      startTask("request");
    },
    htmx_finally_request(_, { ctx }) {
      requests.delete(ctx);
      if (!requests.size) finishTask("request");
    },
  });
}
