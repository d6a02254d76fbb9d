/* What becomes of an entry once it is answered. */

const REQUEST_TIMEOUT = 408;
const INSUFFICIENT_STORAGE = 507;

/** ``isOffline``: this phone answered in place of the server. ``isGone``: the table is.
   @typedef {{ status: number, isOffline: boolean, isGone: boolean }} EntryAnswer */
/** @typedef {"wait" | "refuse" | "refuse all" | "stop" | "judge" | "accept"} Outcome */

/** @param {EntryAnswer} answer */
const isRefusal = ({ status }) => status >= 400;

/** The first row that fits decides. A server without room refuses; what a phone has no room for waits for the server.
   @type {[Outcome, (answer: EntryAnswer) => boolean][]} */
const OUTCOMES = [
  ["wait", ({ status }) => status === REQUEST_TIMEOUT],
  [
    "wait",
    ({ status, isOffline }) => status >= 500 && (status !== INSUFFICIENT_STORAGE || isOffline),
  ],
  ["refuse", answer => isRefusal(answer) && answer.isOffline],
  ["refuse all", ({ isGone }) => isGone],
  ["stop", isRefusal],
  ["judge", ({ isOffline }) => isOffline],
  ["accept", () => true],
];

/** @param {EntryAnswer} answer */
export const outcomeOf = answer => OUTCOMES.find(([, fits]) => fits(answer))?.[0] ?? "accept";
