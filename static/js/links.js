/* What htmx does with links and addresses, where a browser by itself would do otherwise. */

export function followLinks() {
  htmx.registerExtension("links", {
    htmx_config_request(link, { ctx }) {
      if (ctx.target || !link.href) return true;
      location.assign(link.href); // the place for it is not on this page
      return false;
    },
    htmx_before_history_update(_, { history, sourceElement, response }) {
      const isAnswer = sourceElement.method === "post" && !response.raw.redirected;
      if (history.path === location.pathname + location.search) history.type = "replace";
      return !isAnswer;
    },
  });
}
