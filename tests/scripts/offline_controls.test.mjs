/* The request that a control of a table's page sends, if a phone could answer it without the server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { getRequest } = await import("../../static/js/offline.js");
const PAGE = "http://companion.test/t/1ABC/seats";

/* Return a stub of a link or a button. One of its ancestors matches the selector `within`. */
const makeControl = ({ form, formaction, href, type = "submit", within }) => ({
  href: href && new URL(href, PAGE).href,
  type,
  form: form && { getAttribute: name => form[name] ?? null },
  getAttribute: name => ({ formaction })[name] ?? null,
  closest: selector => (selector === within ? {} : null),
});
const postTo = action => ({ method: "post", action });

for (const [control, method, path] of [
  [{ href: "/t/1ABC/log" }, "GET", "/t/1ABC/log"],
  [{ href: "/t/1ABC" }, "GET", "/t/1ABC"],
  [{ href: "/t/1ABC", within: "#drawer" }, null],
  [{ href: "http://elsewhere.test/" }, null],
  [{ form: postTo("/t/1ABC/guide?seat=0") }, "POST", "/t/1ABC/guide?seat=0"],
  [{ form: { method: "post" } }, "POST", "/t/1ABC/seats"],
  [{ form: postTo("/t/1ABC/enter") }, null],
  [{ form: postTo("/t/1ABC/enter"), formaction: "/t/1ABC/ask" }, "POST", "/t/1ABC/ask"],
  [{ form: { method: "dialog" } }, null],
  [{ form: {} }, null],
  [{ form: postTo("/x"), type: "button" }, null],
  [{}, null],
])
  test(`the control ${JSON.stringify(control)} sends ${method ?? "nothing"}`, () => {
    const request = getRequest(makeControl(control), { page: PAGE, table: "/t/1ABC" });
    assert.deepEqual(request, method && [method, new URL(path, PAGE).href]);
  });
