/* The stream of news about the table, and what is done where it breaks off. */
import { found, lost } from "./line.js";
import { announce, code, shownMark, shownVersion } from "./page.js";
import { catchUp, renewPiece } from "./table.js";

const AGAIN = 2000;

let stream = null;
let ended = false;

export function listen() {
  if (!code || ended) return;
  stream?.close();
  stream = new EventSource(`/t/${code}/events`);
  stream.onopen = () => {
    found();
    renewPiece();
  };
  stream.onmessage = event => hear(JSON.parse(event.data));
  stream.addEventListener("revoked", () => announce("table:ended"));
  stream.onerror = () => {
    lost();
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN);
  };
}

/* Also an older version is looked into: the news may be late, or the server was put back to it. */
function hear(news) {
  const marked = news.mark && news.mark !== shownMark();
  if (news.again) renewPiece();
  if (news.again || news.version !== shownVersion() || marked) catchUp();
}

/* While no stream is open, the phone asks by itself. */
export function askWithoutStream() {
  const open = stream?.readyState === EventSource.OPEN;
  if (!code || ended || open || document.hidden) return;
  catchUp();
  if (stream?.readyState === EventSource.CLOSED) listen();
}

/* The link of this phone was ended: in place of any page of the table it is told so. */
export function leave() {
  ended = true;
  stream?.close();
  location.replace(`/t/${code}`);
}
