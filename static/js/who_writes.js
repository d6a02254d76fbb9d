/* Two phones that both go on by themselves write two games. Where more than one sits at the table, this one asks once
   who writes, before the first entry that it judges alone, for as long as the line is away. */
import { $, required } from "./dom.js";
import { hasCopyHere } from "./line.js";
import { tableHere } from "./page.js";
import { askFirst } from "./sheets.js";
import * as storage from "./storage.js";

const place = `writes-${tableHere}`;

export const asksWhoWrites = () =>
  hasCopyHere() &&
  Boolean($("#who-writes") && $("#now:not([data-phones='1'])")) &&
  !storage.get(place);

/** What was tapped is entered once somebody says that this phone writes. @param {() => void} enter */
export function askWhoWrites(enter) {
  askFirst(required("dialog#who-writes"), () => {
    storage.put(place, "1");
    enter();
  });
}

export const forgetWhoWrites = () => storage.drop(place);
