/* What is not kept for later (a seat, a start, a rematch) says so when nobody heard it. */
import { $ } from "./dom.js";

const isAct = ({ ctx }) =>
  ctx?.request?.method === "POST" && !/\/(ask|enter)$/.test(ctx.request.action);

export function showUnheard(isShown) {
  $("#unheard").hidden = !isShown;
}

export function tellUnheard() {
  htmx.registerExtension("unheard", {
    htmx_before_request: (_, detail) => {
      if (isAct(detail)) showUnheard(false);
    },
    htmx_error: (_, detail) => {
      if (isAct(detail)) showUnheard(true);
    },
  });
}
