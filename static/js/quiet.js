/* What is under way stands on the document, for all scripts and for whoever waits until it is done: html[data-pending]
   names it, html[data-quiet] says that there is nothing. An open stream is not waited for, nor what waits for a line. */
const { dataset } = document.documentElement;

/** @param {string} name */
export function begin(name) {
  tell(pending().add(name));
}

/** @param {string} name */
export function end(name) {
  const names = pending();
  names.delete(name);
  tell(names);
}

const pending = () => new Set(dataset.pending?.split(" ").filter(Boolean));

/** @param {Set<string>} names */
function tell(names) {
  dataset.pending = [...names].join(" ");
  if (names.size) delete dataset.quiet;
  else dataset.quiet = "";
}

/* What htmx asks for, until its answer is drawn. */
export function followRequests() {
  const asked = new Set();
  htmx.registerExtension("quiet", {
    htmx_before_request(_, { ctx }) {
      asked.add(ctx);
      begin("request");
    },
    htmx_finally_request(_, { ctx }) {
      asked.delete(ctx);
      if (!asked.size) end("request");
    },
  });
}
