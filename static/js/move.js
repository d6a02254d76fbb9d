/* The server has another address by now: the seat and what waits here are taken along to it. */
import * as outbox from "./outbox.js";
import { code } from "./page.js";

export function followMove() {
  document.addEventListener("submit", event => {
    const { ticket } = document.body.dataset;
    if (event.target.id !== "move" || !ticket) return;
    event.preventDefault();
    const host = event.target
      .querySelector("[name=address]")
      .value.trim()
      .replace(/^https?:\/\//, "");
    const taps = encodeURIComponent(JSON.stringify(outbox.all()));
    location.assign(`${location.protocol}//${host.split("/")[0]}/arrive#${code}~${ticket}~${taps}`);
  });
}
