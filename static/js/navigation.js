/* How pages follow one another: in the place of the page, or in a drawer over the table. */
import { $, make, required } from "./dom.js";
import { dispatch, code, isTablePage } from "./page.js";
import { startTask, finishTask } from "./pending.js";
import { closeSheets } from "./bottom_sheets.js";
import { getForTab, putForTab } from "./storage.js";

/* Pages of the table open in a drawer over what lies beneath, and close back to it. Each has an entry of
   the history, which says how deep it lies: closing goes back by so many. */

/* On a page without one: one that is not on the page. */
const drawer = $("dialog#drawer") ?? make("dialog");
const page = $("#drawer-page") ?? drawer;
const AGAIN = "drawer";
const address = () => location.pathname + location.search;

const beneath = address();
let deep = 0;

export function initDrawer() {
  if (!drawer.isConnected || returns()) return;
  if (history.state?.drawer) history.replaceState({ ...history.state, drawer: 0 }, "");
  htmx.registerExtension("drawer", {
    htmx_after_history_update: markDepth,
    htmx_before_history_restore: () => !isHere(),
    htmx_after_swap(_, { ctx }) {
      if (ctx.target === page && page.firstChild) showDrawer();
      if (drawer.contains(ctx.target)) dispatch("drawer:loaded");
    },
  });
  document.addEventListener("drawer:done", leaveFinished);
  drawer.addEventListener("submit", leave);
  drawer.addEventListener("cancel", leave);
  drawer.addEventListener("close", tidy);
  drawer.addEventListener("click", event => {
    if (event.target === drawer || leadsBeneath(event.target.closest("a"))) leave(event);
  });
  const again = getForTab(AGAIN);
  putForTab(AGAIN, null);
  if (again) htmx.ajax("GET", again, { source: page, push: "true" });
}

/* A page that was loaded anew and shows places of the board, or to which the phones are led, is opened over it
   again. */
function returns() {
  const steps = $("main :is([data-shows], .newcomer-steps)") && history.state?.drawer;
  if (!steps) return false;
  putForTab(AGAIN, address());
  addEventListener("popstate", () => location.reload());
  history.go(-steps);
  return true;
}

/* What the page was for is done: a page that is no drawer leads back to the table. The table's own page stays, since it is
   drawn anew by itself. */
function leaveFinished() {
  if (drawer.open) closeDrawer();
  else if (!isTablePage()) location.assign(`/t/${code}`);
}

/* Away from the drawer's pages, back to where they were opened from. */
export function closeDrawer() {
  const steps = deep;
  deep = 0;
  if (steps) {
    startTask("drawer");
    history.go(-steps);
  } else drawer.close();
}

/** @param {Event} event */
function leave(event) {
  if (event.target instanceof HTMLFormElement && event.target.method !== "dialog") return;
  event.preventDefault();
  closeDrawer();
}

/** @param {{ pathname: string, search: string } | null} link */
const leadsBeneath = link => link && link.pathname + link.search === beneath;

/** @param {unknown} _ @param {HtmxHistory} detail */
function markDepth(_, { history: { type } }) {
  if (type === "push") deep += 1;
  history.replaceState({ ...history.state, drawer: deep }, "");
}

/* Whether going back or forward stays on this page: another of the drawer's, or what lies beneath. */
function isHere() {
  deep = history.state?.drawer || 0;
  if (deep) htmx.ajax("GET", address(), { source: page });
  else if (address() === beneath) drawer.close();
  return Boolean(deep) || address() === beneath;
}

function showDrawer() {
  const title = $("h1", drawer);
  drawer.ariaLabel = (title ?? page).textContent.trim();
  if (!drawer.open) {
    closeSheets();
    drawer.showModal();
  } else if (title && !drawer.contains(document.activeElement)) {
    title.tabIndex = -1;
    title.focus();
  }
}

/* Nothing of a closed drawer goes on: it holds nothing, and the history nothing of it. */
function tidy() {
  finishTask("drawer");
  if (deep) closeDrawer();
  htmx.swap({ sourceElement: page, target: page, swap: "innerHTML", text: "" });
  required(".answers", drawer).replaceChildren();
}

/* What htmx does with links and addresses, where a browser by itself would do otherwise. */

/** Which pages fit a place. Others are loaded whole: a table has a stream and a body of its own. The server redirects by
   the same rule (PAGES_IN). @type {Record<string, RegExp>} */
const PAGES_IN = {
  page: /^\/(?!(pocket\/)?(t|trust|watch)\b|e\/[^/]+\/letter)/,
  "drawer-page": /^\/t\/[^/]+\/./,
};

export function initLinks() {
  htmx.registerExtension("links", {
    htmx_config_request(link, { ctx }) {
      if (!link.href) return true;
      const url = new URL(link.href);
      if (ctx.target && (PAGES_IN[ctx.target.id] ?? /./).test(url.pathname)) return true;
      if (!drawer.open || !leadsBeneath(url)) location.assign(url);
      return false;
    },
    htmx_after_swap(_, { ctx }) {
      if (ctx.target?.id === "page") arrive();
    },
    htmx_before_history_update(_, { history, sourceElement, response }) {
      const isAnswer = sourceElement.method === "post" && !response.raw.redirected;
      if (history.path === location.pathname + location.search) history.type = "replace";
      return !isAnswer;
    },
  });
}

/* Another page begins at its head, for the eye and for a screen reader. */
function arrive() {
  scrollTo(0, 0);
  const title = $("h1");
  if (title && document.activeElement === document.body) {
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }
  dispatch("page:loaded");
}

/* The phones of a table with newcomers are led to the same page. It opens once in each tab, not again when the table is
   loaded anew, and closes when they are led no further. */

const STORED = `led-${code}`;

export function followHost() {
  if (!$("#together")) return;
  const link = $("#together a");
  const page = link?.id ?? "";
  if (page === (getForTab(STORED) ?? "")) return;
  putForTab(STORED, page);
  if (link) htmx.trigger(link, "led");
  else if ($("#drawer .newcomer-steps")) closeDrawer();
}
