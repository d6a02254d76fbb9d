/* Finding and making elements. */

/** The first element, or null. @template {string} S @param {S} selector @param {ParentNode} root */
export const $ = (selector, root = document) => root.querySelector(selector);

/** All of them. @template {string} S @param {S} selector @param {ParentNode} root */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** The first element. There has to be one.
   @template {string} S @param {S} selector @param {ParentNode} root */
export const required = (selector, root = document) =>
  present(root.querySelector(selector), selector);

/** The nearest element around this one. There has to be one.
   @template {string} S @param {S} selector @param {Element} element */
export const enclosing = (selector, element) => present(element.closest(selector), selector);

/** What has to be there. @template T @param {T | null | undefined} thing @param {string} name */
export function present(thing, name) {
  if (thing) return thing;
  throw new Error(`${name} is missing`);
}

/** Whether it is laid out and not made invisible; older browsers cannot say the latter.
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

/** Words that may read the other way than the sentence they stand in. @param {string} words */
export const isolateBidi = words => `\u2068${words}\u2069`;

/** What a control is called, without the signs that are for the eye only.
   @param {Element | null} [control] */
export function getAccessibleName(control) {
  const words = control?.cloneNode(true);
  for (const sign of words?.querySelectorAll("[aria-hidden=true], .note") || []) sign.remove();
  for (const part of words?.querySelectorAll("*") || []) part.before(" ");
  return control?.getAttribute("aria-label") || words?.textContent.replace(/\s+/g, " ").trim();
}
