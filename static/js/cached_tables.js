/* Without a connection: lists the tables in the page cache, unfinished ones first, newest first. */
import { isServerReachable } from "./connection.js";
import { $, $$, make, required } from "./dom.js";

const PAGE_CACHE_NAME = "pages-2";
const TABLE_PATH_PATTERN = /^\/t\/\w+$/;
const TIME_UNITS_MS = { day: 86_400_000, hour: 3_600_000, minute: 60_000 };

async function showTables() {
  const section = $("#kept-tables");
  if (!section) return;
  const tables = (await isServerReachable()) ? [] : await loadTables();
  section.hidden = !tables.length;
  const rows = tables.map(table => makeRow(table, section.dataset.over));
  required("ul", section).replaceChildren(...rows);
}

async function loadTables() {
  const cache = await self.caches?.open(PAGE_CACHE_NAME);
  const pages = ((await cache?.keys()) ?? []).map(({ url }) => new URL(url).pathname);
  const linked = new Set($$(".running a, #elsewhere a").map(link => link.pathname));
  const addresses = pages.filter(
    address => TABLE_PATH_PATTERN.test(address) && !linked.has(address),
  );
  const tables = addresses.map(async address => readTable(address, await cache?.match(address)));
  return (await Promise.all(tables)).sort(
    (one, other) => Number(one.isOver) - Number(other.isOver) || other.seenAt - one.seenAt,
  );
}

/** @param {string} address @param {Response} [answer] */
async function readTable(address, answer) {
  const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
  return {
    address,
    title: page.title,
    isOver: $("#turn", page)?.dataset.turn === "over",
    seenAt:
      Number(page.documentElement.dataset.heard) ||
      Date.parse(answer?.headers.get("Date") ?? "") ||
      0,
  };
}

/** @param {Awaited<ReturnType<typeof readTable>>} table @param {string} finished */
function makeRow({ address, title, isOver, seenAt }, finished) {
  const row = make("li");
  const link = make("a", "", { className: "card", href: address });
  const details = [isOver && finished, seenAt && formatAgo(seenAt)].filter(Boolean);
  link.append(make("strong", title), make("small", details.join(" · ")));
  row.append(link);
  return row;
}

/** Return a time such as "2 hours ago"; undefined within the first minute. @param {number} time */
function formatAgo(time) {
  const elapsed = Date.now() - time;
  const entry = Object.entries(TIME_UNITS_MS).find(([, length]) => elapsed >= length);
  if (!entry) return;
  const [unit, length] = /** @type {[Intl.RelativeTimeFormatUnit, number]} */ (entry);
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return format.format(-Math.floor(elapsed / length), unit);
}

/* The offline page stands for the page that is missing: it is loaded once the server answers, with GET, so that no form
   is sent again. */

const CHECK_INTERVAL_MS = 3000;

async function loadMissingPage() {
  if ($("[data-stands-in]") && (await isServerReachable()))
    location.replace(location.pathname + location.search);
}

showTables();
addEventListener("offline", showTables);
addEventListener("online", showTables);
addEventListener("online", loadMissingPage);
document.addEventListener("page:loaded", showTables);
setInterval(loadMissingPage, CHECK_INTERVAL_MS);
