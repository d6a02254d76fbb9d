/* Two phones that both go on by themselves write two games. Before the first entry that this phone judges alone it
   asks once who writes, for as long as the line is away. */
import { $ } from "./dom.js";
import { hasCopyHere, isOnline } from "./line.js";
import * as storage from "./storage.js";
import { tableHere } from "./page.js";

const place = () => `writes-${tableHere}`;

export const asksWhoWrites = () =>
  hasCopyHere() && Boolean($("#who-writes")) && !storage.get(place());

/* What was tapped is entered once somebody says that this phone writes. */
export function askWhoWrites(enter) {
  const sheet = $("#who-writes");
  sheet.returnValue = "";
  sheet.onclose = () => {
    if (sheet.returnValue !== "me") return;
    storage.put(place(), "1");
    enter();
  };
  sheet.showModal();
}

export function forgetWhoWrites() {
  if (isOnline() && tableHere) storage.drop(place());
}
