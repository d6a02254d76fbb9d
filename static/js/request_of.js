/* What a control asks of the server. */

/** The method and address that it leads to; null where it leads nowhere else, and for an entry, which waits in the
   outbox. `here` is the address of the page, and of the table beneath the drawer.
   @param {Control} control @param {{ page: string, table?: string }} here */
export function requestOf(control, here) {
  const [method, address] = control.href ? ["GET", control.href] : sentBy(control);
  if (!method) return null;
  const { href, origin, pathname } = new URL(address, here.page);
  const closes = pathname === here.table && control.closest("#drawer");
  const waits = method === "POST" && pathname.endsWith("/enter");
  return origin !== new URL(here.page).origin || closes || waits ? null : [method, href];
}

/** @param {Control} button */
function sentBy(button) {
  const { form } = button;
  if (!form || button.type !== "submit") return [];
  const method = (form.getAttribute("method") ?? "get").toUpperCase();
  const address = button.getAttribute("formaction") ?? form.getAttribute("action");
  const isForScript = address === null && method === "GET";
  return method === "DIALOG" || isForScript ? [] : [method, address ?? ""];
}
