/* What is not kept for later (a seat, a start, a rematch) says so when nobody heard it. */
import { $ } from "./dom.js";

const isAct = ({ ctx }) =>
  ctx?.request?.method === "POST" && !/\/(ask|enter)$/.test(ctx.request.action);

export function showUnsent(unheard) {
  $("#unsent").hidden = !unheard;
}

export function tellUnsent() {
  htmx.registerExtension("unsent", {
    htmx_before_request: (_, detail) => {
      if (isAct(detail)) showUnsent(false);
    },
    htmx_error: (_, detail) => {
      if (isAct(detail)) showUnsent(true);
    },
  });
}
