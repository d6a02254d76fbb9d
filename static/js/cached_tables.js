/* Without a line: the way to the tables that this phone keeps, those that run first, the newest before older. */
import { isServerReachable } from "./connection.js";
import { $, $$, make, required } from "./dom.js";

const PAGES = "pages-2";
const IS_TABLE = /^\/t\/\w+$/;
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

const place = required("#kept-tables");

async function show() {
  const tables = (await isServerReachable()) ? [] : await keptTables();
  place.hidden = !tables.length;
  required("ul", place).replaceChildren(...tables.map(makeRow));
}

async function keptTables() {
  const cache = await self.caches?.open(PAGES);
  const pages = ((await cache?.keys()) ?? []).map(({ url }) => new URL(url).pathname);
  const linked = new Set($$(".running a, #elsewhere a").map(link => link.pathname));
  const addresses = pages.filter(address => IS_TABLE.test(address) && !linked.has(address));
  const tables = addresses.map(async address => readTable(address, await cache?.match(address)));
  return (await Promise.all(tables)).sort(
    (one, other) => Number(one.isOver) - Number(other.isOver) || other.seen - one.seen,
  );
}

/** @param {string} address @param {Response} [answer] */
async function readTable(address, answer) {
  const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
  return {
    address,
    title: page.title,
    isOver: $("#turn", page)?.dataset.turn === "over",
    seen:
      Number(page.documentElement.dataset.heard) ||
      Date.parse(answer?.headers.get("Date") ?? "") ||
      0,
  };
}

/** @param {Awaited<ReturnType<typeof readTable>>} table */
function makeRow({ address, title, isOver, seen }) {
  const row = make("li");
  const way = make("a", "", { className: "card", href: address });
  const said = [isOver && place.dataset.over, seen && ago(seen)].filter(Boolean);
  way.append(make("strong", title), make("small", said.join(" · ")));
  row.append(way);
  return row;
}

/** Nothing within the first minute. @param {number} then */
function ago(then) {
  const past = Date.now() - then;
  const [unit, length = 1] = UNITS.find(([, least]) => past >= least) ?? [];
  const told = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return unit && told.format(-Math.floor(past / length), unit);
}

show();
addEventListener("online", show);
addEventListener("offline", show);
