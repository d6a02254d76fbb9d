/* Stubs of the browser's objects, for tests in Node. */

class Store {
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }

  setItem(name, text) {
    if (Store.isFull) throw new Error("QuotaExceededError");
    this[name] = `${text}`;
  }

  removeItem(name) {
    delete this[name];
  }
}
Store.isFull = false;

globalThis.localStorage = new Store();
const noop = () => {};
const listeners = { addEventListener: noop, removeEventListener: noop };
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

/** Empty the storage, and let it accept values. */
export function clearStorage() {
  Store.isFull = false;
  for (const name of Object.keys(localStorage)) delete localStorage[name];
}

export const fillStorage = () => {
  Store.isFull = true;
};
