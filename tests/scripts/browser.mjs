/* Stubs of the browser's objects, for tests in Node. */

class StubStorage {
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }

  setItem(name, text) {
    if (StubStorage.isFull) throw new Error("QuotaExceededError");
    this[name] = `${text}`;
  }

  removeItem(name) {
    delete this[name];
  }
}
StubStorage.isFull = false;

globalThis.localStorage = new StubStorage();
const doNothing = () => {};
const listeners = { addEventListener: doNothing, removeEventListener: doNothing };
Object.assign(globalThis, listeners);
globalThis.location = { pathname: "/", search: "" };
globalThis.document = {
  ...listeners,
  body: { dataset: {} },
  documentElement: { dataset: {} },
  createElement: () => ({ dataset: {} }),
  querySelector: () => null,
  querySelectorAll: () => [],
};

/** Record the listeners that scripts add to the document. Return a function that calls those of an event, and then
   returns the event. */
export function recordListeners() {
  const recorded = {};
  document.addEventListener = (type, listener) => {
    recorded[type] ??= [];
    recorded[type].push(listener);
  };
  document.dispatchEvent = event => {
    for (const listener of recorded[event.type] ?? []) listener(event);
  };
  return (type, fields) => {
    const event = { type, isPrevented: false, ...fields };
    event.preventDefault = () => {
      event.isPrevented = true;
    };
    document.dispatchEvent(event);
    return event;
  };
}

/** Empty the storage, and let it accept values. */
export function clearStorage() {
  StubStorage.isFull = false;
  for (const name of Object.keys(localStorage)) delete localStorage[name];
}

export const fillStorage = () => {
  StubStorage.isFull = true;
};
