/* The tasks in progress, by name. Tests set `onPending` and wait until there are none, and no request of htmx. An open
   stream, or an entry queued offline, is not a task. */

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
