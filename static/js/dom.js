/* Finding and making elements. */

export const $ = (selector, root = document) => root.querySelector(selector);

export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/* Whether it is laid out and not made invisible; older browsers cannot say the latter. */
export const isSeen = element =>
  element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0;

export function make(tag, text, more) {
  return Object.assign(document.createElement(tag), { textContent: text, ...more });
}

export const makeButton = (text, onclick) => make("button", text, { type: "button", onclick });

/* Words that may read the other way than the sentence they stand in. */
export const apart = words => `\u2068${words}\u2069`;

/* What a control is called, without the signs that are for the eye only. */
export function nameOf(control) {
  const words = control?.cloneNode(true);
  for (const sign of words?.querySelectorAll("[aria-hidden=true], .note") || []) sign.remove();
  for (const part of words?.querySelectorAll("*") || []) part.before(" ");
  return control?.getAttribute("aria-label") || words?.textContent.replace(/\s+/g, " ").trim();
}
