/* What htmx does with links and addresses, where a browser by itself would do otherwise. */
import { $ } from "./dom.js";
import { announce } from "./page.js";

export function followLinks() {
  htmx.registerExtension("links", {
    htmx_config_request(link, { ctx }) {
      if (ctx.target || !link.href) return true;
      location.assign(link.href); // the place for it is not on this page
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
  announce("page:drawn");
}
