/* Pages that the app has rendered (test_scripts.py), for tests of their scripts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import "./browser.mjs";

export const find = selector => {
  const element = document.querySelector(selector);
  assert.ok(element, `${selector} is not on the page`);
  return element;
};
export const findTexts = selector =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());

/** Show a page, by its name in test_scripts.py, and run these scripts of `static`. Return the code of its table. */
export async function showPage(name, ...scripts) {
  const { path, html } = JSON.parse(readFileSync(process.env.PAGES, "utf8"))[name];
  window.happyDOM.setURL(`http://companion.test${path}`);
  document.write(html.replace(/<noscript>.*?<\/noscript>/gs, ""));
  after(() => window.happyDOM.abort()); // its timers
  for (const script of scripts) await import(`../../static/${script}.js`);
  return document.body.dataset.table;
}

/** Tap an element. */
export function tap(selector) {
  const element = find(selector);
  for (const type of ["pointerdown", "pointerup"])
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true }));
  element.click();
}

export function type(selector, text) {
  const field = find(selector);
  field.value = text;
  for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}

export const dispatch = (type, detail) =>
  document.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
