/* node request_of.mjs MODULE: writes the request of a control, which is given as JSON on stdin. */
import { readFileSync } from "node:fs";
import "../scripts/browser.mjs";

const { getRequest } = await import(process.argv[2]);
const { form, formaction, href, type = "submit", within } = JSON.parse(readFileSync(0, "utf8"));
const page = "http://companion.test/t/1ABC/seats";
const control = {
  href: href && new URL(href, page).href,
  type,
  form: form && { getAttribute: name => form[name] ?? null },
  getAttribute: name => ({ formaction })[name] ?? null,
  closest: selector => (selector === within ? {} : null),
};
console.log(JSON.stringify(getRequest(control, { page, table: "/t/1ABC" })));
