/* What the browser gives the scripts, for tests that run in Node. */

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
const nothing = () => {};
const listeners = { addEventListener: nothing, removeEventListener: nothing };
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

/** Nothing is stored, and there is room. */
export function clearStorage() {
  Store.isFull = false;
  for (const name of Object.keys(localStorage)) delete localStorage[name];
}

export const fillStorage = () => {
  Store.isFull = true;
};
