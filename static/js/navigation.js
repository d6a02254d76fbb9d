/* Navigation without page loads: pages replace the main content, or open in a drawer over the table. Also the bottom
   sheets. */
import { $, $$, make, onEvent, required } from "./dom.js";
import { code, dispatch, finishTask, isTablePage, startTask } from "./page.js";
import { getForTab, putForTab } from "./storage.js";

/* A table's pages open in a drawer over the board. Each page in the drawer is a history entry that stores its depth,
   so closing the drawer goes back that many entries. */

/* A page without a drawer gets a detached one. */
const drawer = $("dialog#drawer") ?? make("dialog");
const page = $("#drawer-page") ?? drawer;
const REOPEN_KEY = "drawer";
const getAddress = () => location.pathname + location.search;

const pageBelow = getAddress();
let depth = 0;
let closings = 0; // how often the drawer was closed; a page requested before that is not shown any more

export function initDrawer() {
  if (!drawer.isConnected || reopenOverBoard()) return;
  if (history.state?.drawer) storeDepth();
  htmx.registerExtension("drawer", {
    htmx_before_request(_, { ctx }) {
      ctx.closings = closings;
    },
    htmx_before_response: (_, { ctx }) =>
      ctx.target !== page || ctx.request.method !== "GET" || ctx.closings === closings,
    htmx_after_history_update(_, { history: { type } }) {
      if (type === "push") depth += 1;
      storeDepth();
    },
    htmx_before_history_restore: () => !staysHere(),
    htmx_after_swap(_, { ctx }) {
      if (ctx.target === page && page.firstChild) showDrawer();
      if (drawer.contains(ctx.target)) dispatch("drawer:loaded");
    },
  });
  document.addEventListener("drawer:done", () => {
    if (drawer.open) closeDrawer();
    else if (!isTablePage()) location.assign(`/t/${code}`); // the table's own page updates itself
  });
  drawer.addEventListener("submit", closeOnEvent);
  drawer.addEventListener("cancel", closeOnEvent);
  drawer.addEventListener("close", emptyDrawer);
  drawer.addEventListener("click", event => {
    if (event.target === drawer || isPageBelow(event.target.closest("a"))) closeOnEvent(event);
  });
  const reopened = getForTab(REOPEN_KEY);
  putForTab(REOPEN_KEY, null);
  if (reopened) htmx.ajax("GET", reopened, { source: page, push: "true" });
}

/* After a reload, a page that highlights controls on the board, or is part of the newcomer steps, is opened over the
   board again. */
function reopenOverBoard() {
  const steps = $("main :is([data-shows], .newcomer-steps)") && history.state?.drawer;
  if (!steps) return false;
  putForTab(REOPEN_KEY, getAddress());
  addEventListener("popstate", () => location.reload());
  history.go(-steps);
  return true;
}

/* Close the drawer and go back in the history to the page below it, which must come first: it takes the focus away. */
export function closeDrawer() {
  const steps = depth;
  depth = 0;
  if (steps) {
    startTask("drawer");
    history.go(-steps);
  } else drawer.close();
}

/** @param {Event} event */
function closeOnEvent(event) {
  if (event.target instanceof HTMLFormElement && event.target.method !== "dialog") return;
  event.preventDefault();
  closeDrawer();
}

/** @param {{ pathname: string, search: string } | null} link */
const isPageBelow = link => link && link.pathname + link.search === pageBelow;

const storeDepth = () => history.replaceState({ ...history.state, drawer: depth }, "");

/* Return whether going back or forward stays on this page: another drawer page, or the page below. */
function staysHere() {
  depth = history.state?.drawer || 0;
  if (depth) htmx.ajax("GET", getAddress(), { source: page });
  else if (getAddress() === pageBelow) drawer.close();
  return Boolean(depth) || getAddress() === pageBelow;
}

function showDrawer() {
  const title = $("h1", drawer);
  drawer.ariaLabel = (title ?? page).textContent.trim();
  if (!drawer.open) {
    closeSheets();
    drawer.showModal();
  } else if (!drawer.contains(document.activeElement)) focusTitle(title);
}

/* Empty the closed drawer and remove its history entries. */
function emptyDrawer() {
  closings += 1;
  finishTask("drawer");
  if (depth) closeDrawer();
  htmx.swap({ sourceElement: page, target: page, swap: "innerHTML", text: "" });
  required(".answers", drawer).replaceChildren();
}

/* Rules for links and the history, so that htmx behaves as a browser does. */

/** The pages that may replace each element's content. Others are loaded as a whole page, as a table has its own
   stream and body. The server uses the same rule (PATH_PATTERN_BY_HTMX_TARGET).
   @type {Record<string, RegExp>} */
const PAGE_PATTERNS = {
  page: /^\/(?!(pocket\/)?(t|trust|watch)\b|e\/[^/]+\/letter)/,
  "drawer-page": /^\/t\/[^/]+\/./,
};

export function initLinks() {
  htmx.registerExtension("links", {
    htmx_config_request(link, { ctx }) {
      if (!link.href) return true;
      const url = new URL(link.href);
      if (ctx.target && (PAGE_PATTERNS[ctx.target.id] ?? /./).test(url.pathname)) return true;
      if (!drawer.open || !isPageBelow(url)) location.assign(url);
      return false;
    },
    htmx_after_swap(_, { ctx }) {
      if (ctx.target?.id !== "page") return;
      scrollTo(0, 0);
      if (document.activeElement === document.body) focusTitle($("h1"), { preventScroll: true });
      dispatch("page:loaded");
    },
    htmx_before_history_update(_, { history, sourceElement, response }) {
      const isAnswer = sourceElement.method === "post" && !response.raw.redirected;
      if (history.path === location.pathname + location.search) history.type = "replace";
      return !isAnswer;
    },
  });
}

/** @param {HTMLElement | null} title @param {FocusOptions} [options] */
function focusTitle(title, options) {
  if (!title) return;
  title.tabIndex = -1;
  title.focus(options);
}

/* The host can lead the phones of newcomers to the same page. It opens once per tab, and closes when the host ends
   it. */

const LED_KEY = `led-${code}`;

export function followHost() {
  if (!$("#together")) return;
  const link = $("#together a");
  const page = link?.id ?? "";
  if (page === (getForTab(LED_KEY) ?? "")) return;
  putForTab(LED_KEY, page);
  if (link) htmx.trigger(link, "led");
  else if ($("#drawer .newcomer-steps")) closeDrawer();
}

/* Bottom sheets over the board, one at a time. Each is a modal dialog, so nothing below it gets a tap. A tap outside
   closes it and does nothing else. Buttons use the attributes command and commandfor, which newer browsers support
   without scripts. */

const OPEN_SHEET_SELECTOR = "dialog.bottom-sheet[open]";

export function initBottomSheets() {
  onEvent("click", "[commandfor]", (button, event) => {
    event.preventDefault();
    if (button.getAttribute("command") === "close") closeSheets();
    else openSheet(required(`dialog[id="${button.getAttribute("commandfor")}"]`));
  });
  // before other listeners, which may open another sheet; a sheet that asks a question closes by itself
  /** @param {SubmitEvent} event */
  const closeOnSubmit = ({ target, submitter }) => {
    if (target.method !== "dialog" && submitter?.closest(OPEN_SHEET_SELECTOR)) closeSheets();
  };
  document.addEventListener("submit", closeOnSubmit, { capture: true });
}

/* Close all sheets and folds, so that a change on the page is visible. */
export function closeSheets() {
  for (const sheet of $$(OPEN_SHEET_SELECTOR).reverse()) sheet.close();
  for (const fold of $$("#menu details")) fold.open = false;
}

/** The sheet that was opened last, and the entry that it asks about.
   @type {{ sheet: HTMLDialogElement, entry?: string } | null} */
let opened = null;

/** Return the number of the entry that a sheet asks about: the one to undo or redo. @param {HTMLElement} sheet
   @returns {string | undefined} */
const getAskedEntry = sheet => sheet.closest("form")?.elements.of?.value;

/* Close a question that is no longer possible, or is now about another entry than the one that the user has read. */
export function closeOutdatedQuestion() {
  if (!opened?.sheet.open) return;
  if (opened.sheet.isConnected && getAskedEntry(opened.sheet) === opened.entry) return;
  opened = null; // a removed sheet stays open
  closeSheets();
}

/** Open a sheet. A sheet inside another one replaces it (frame.css). @param {HTMLDialogElement} sheet */
export function openSheet(sheet) {
  if (!sheet.parentElement?.closest(OPEN_SHEET_SELECTOR)) closeSheets();
  opened = { sheet, entry: getAskedEntry(sheet) };
  sheet.addEventListener("click", closeOnBackdrop);
  sheet.showModal();
  dispatch("dialog:opened");
}

/** Open a sheet that asks a question, and call the function if the answer has a value.
   @param {HTMLDialogElement} sheet @param {() => void} act */
export function confirmFirst(sheet, act) {
  sheet.returnValue = "";
  sheet.onclose = () => sheet.returnValue && act();
  openSheet(sheet);
}

/** The target is the dialog, but the click is outside the dialog's box. @param {MouseEvent} event */
function closeOnBackdrop({ target, currentTarget, clientX, clientY }) {
  if (target !== currentTarget) return;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) closeSheets();
}
