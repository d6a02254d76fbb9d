/* Functions for elements, events, and the values of forms. */

/** Return the first matching element, or null. @template {string} S @param {S} selector @param {ParentNode} root */
export const $ = (selector, root = document) => root.querySelector(selector);

/** Return all matching elements. @template {string} S @param {S} selector @param {ParentNode} root */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Return the first matching element. Throws an error if there is none.
   @template {string} S @param {S} selector @param {ParentNode} root */
export const required = (selector, root = document) =>
  present(root.querySelector(selector), selector);

/** Return the closest matching ancestor. Throws an error if there is none.
   @template {string} S @param {S} selector @param {Element} element */
export const enclosing = (selector, element) => present(element.closest(selector), selector);

/** Return the given value. Throws an error if it is null or undefined.
   @template T @param {T | null | undefined} thing @param {string} name */
export function present(thing, name) {
  if (thing) return thing;
  throw new Error(`${name} is missing`);
}

/** Return the elements with the ids in a text. @param {string} [ids] */
export const findByIds = ids =>
  (ids ?? "").split(" ").flatMap(id => document.getElementById(id) ?? []);

/** Call a function with the element that an event is in, if it matches.
   @template {keyof DocumentEventMap} T @template {string} S @param {T} type @param {S} selector
   @param {(element: Selected<S>, event: DocumentEventMap[T]) => unknown} act @param {boolean} [isCapturing] */
export function onEvent(type, selector, act, isCapturing) {
  const listener = (/** @type {any} */ event) => {
    const element = event.target.closest?.(selector);
    if (element) act(element, event);
  };
  document.addEventListener(type, listener, isCapturing);
}

/** Stop an event: neither the browser nor another listener handles it. @param {Event} event */
export function stopEvent(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Return whether an element is displayed and visible. Older browsers do not check the latter.
   @param {Element} element */
export const isVisible = element =>
  element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0;

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {string | number} [text] @param {object} [more]
   @returns {HTMLElementTagNameMap[T]} */
export function make(tag, text, more) {
  return Object.assign(document.createElement(tag), { textContent: text, ...more });
}

/** @param {string | undefined} text @param {() => void} onclick */
export const makeButton = (text, onclick) => make("button", text, { type: "button", onclick });

/** Return text in Unicode isolates, so that its direction does not affect the sentence around it.
   @param {string} words */
export const isolateBidi = words => `\u2068${words}\u2069`;

/** Return the text of an element that a screen reader reads, with a space between its parts if they are those of a
   control.
   @param {Element | null} [element] */
export function getSpokenText(element, separator = "") {
  const words = element?.cloneNode(true);
  for (const sign of words?.querySelectorAll("[aria-hidden=true], .note") || []) sign.remove();
  for (const part of words?.querySelectorAll("*") || []) part.before(separator);
  return words?.textContent.replace(/\s+/g, " ").trim();
}

/** Return the accessible name of a control. @param {Element | null} [control] */
export const getAccessibleName = control =>
  control?.getAttribute("aria-label") || getSpokenText(control, " ");

/** @param {number[]} numbers */
export const sum = numbers => numbers.reduce((total, number) => total + number, 0);

/** Return a number with ASCII digits and signs, from any script. Other text is returned unchanged.
   @param {string} text */
export const normalizeNumber = text =>
  text
    .trim()
    .replace(/[−–]/g, "-")
    .replace(/^\+/, "")
    .replace(/\p{Nd}/gu, digit => `${digitValue(digit.codePointAt(0) ?? 0)}`);

/** Return the value of a digit. The ten digits of a script have consecutive code points.
   @param {number} digit @returns {number} */
const digitValue = digit => (isDigit(digit - 1) ? digitValue(digit - 1) + 1 : 0);
/** @param {number} point */
const isDigit = point => /\p{Nd}/u.test(String.fromCodePoint(point));

/** Return the words of a text. @param {string | null} [text] */
export const splitWords = text => (text ?? "").split(" ").filter(Boolean);

/** Set the value of a field and dispatch an event, as if a person had entered it.
   @param {HTMLInputElement} field @param {string} text */
export function setFieldValue(field, text, type = "change") {
  field.value = text;
  field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Return the value of a name in a form body. A button may have set several names at once.
   @param {string | URLSearchParams} body @param {string} name */
export function getFormValue(body, name) {
  for (const [names, values] of new URLSearchParams(body)) {
    const at = names.split(" ").indexOf(name);
    if (at >= 0) return values.split(" ")[at];
  }
}
