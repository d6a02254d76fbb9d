/* What was tapped on this phone and is not settled yet: it waits to be sent, or was refused and not read.
   Each tap has a storage name of its own, tap-TABLE-n-KEY or refused-TABLE-n-KEY, so no tab of this browser
   can write over what another one keeps; n puts a table's taps in order. */
"use strict";
const outbox = (() => {
  const PATIENCE = 20000,
    LEASE = 5000,
    SETTLE = 60;
  const pause = time => new Promise(next => setTimeout(next, time));
  const newKey = () =>
    [...crypto.getRandomValues(new Uint8Array(12))]
      .map(n => n.toString(36).padStart(2, "0"))
      .join("");

  /* --- storage may be full or forbidden: what it does not take lives as long as this page --- */
  const memory = new Map();
  let refusing = false;
  const kept = {
    get(name) {
      try {
        return memory.get(name) ?? localStorage.getItem(name);
      } catch {
        return null;
      }
    },
    put(name, text) {
      try {
        localStorage.setItem(name, text);
        memory.delete(name);
        refusing = false;
      } catch {
        memory.set(name, text);
        refusing = true;
      }
    },
    drop(name) {
      memory.delete(name);
      try {
        localStorage.removeItem(name);
      } catch {
        /* then it was in memory alone */
      }
    },
    names() {
      try {
        return [...new Set([...memory.keys(), ...Object.keys(localStorage)])];
      } catch {
        return [...memory.keys()];
      }
    },
  };
  const onlyHere = () => [...memory.keys()].some(name => name.startsWith("tap-"));
  addEventListener("beforeunload", event => {
    if (onlyHere()) event.preventDefault();
  });

  /* --- the taps, in the order in which they were made --- */
  const nameOf = (kind, tap) =>
    [kind, tap.table, String(tap.n).padStart(15, "0"), tap.key].join("-");
  const listed = (kind, table) =>
    kept
      .names()
      .filter(name => name.startsWith(`${kind}-${table}-`))
      .sort()
      .map(name => kept.get(name))
      .filter(Boolean)
      .map(text => JSON.parse(text));
  const waiting = table => listed("tap", table);
  const refused = table => listed("refused", table);
  const tables = () => [
    ...new Set(
      kept
        .names()
        .filter(name => /^(tap|refused)-/.test(name))
        .map(name => name.split("-")[1]),
    ),
  ];

  /* The clock puts the taps of all tabs in order; one that was set back must not put a tap before older ones. */
  function add(tap) {
    const table = tap.url.split("/")[2],
      last = waiting(table).at(-1)?.n || 0;
    const added = { ...tap, table, n: Math.max(Date.now(), last + 1) };
    kept.put(nameOf("tap", added), JSON.stringify(added));
    return added;
  }
  const sent = tap => kept.drop(nameOf("tap", tap));
  function refuse(tap, answer) {
    kept.put(nameOf("refused", tap), JSON.stringify({ ...tap, answer }));
    sent(tap);
  }
  const read = tap => kept.drop(nameOf("refused", tap));

  /* Releases before this one kept a list for each table. */
  for (const name of kept.names().filter(name => name.startsWith("waiting-"))) {
    const list = JSON.parse(kept.get(name) || "[]");
    list.forEach((old, place) => {
      const tap = {
        ...old,
        key: new URLSearchParams(old.body).get("key"),
        table: name.slice(8),
        n: place + 1,
      };
      kept.put(nameOf("tap", tap), JSON.stringify(tap));
    });
    kept.drop(name);
  }

  /* --- one tab sends a table's taps at a time. Should two do it nevertheless, the server knows the keys --- */
  function alone(table, work) {
    if (!navigator.locks) return leased(`sending-${table}`, work);
    const patience = { signal: AbortSignal.timeout(PATIENCE) }; // a tab that sleeps with the lock holds nobody up for longer
    return navigator.locks.request(`waiting-${table}`, patience, work).catch(work);
  }
  /* Plain http has no locks: who sends writes its name down and, if that still stands a moment later, begins. */
  const me = newKey();
  function holder(name) {
    const [tab, until] = (kept.get(name) || "").split(" "),
      left = until - Date.now();
    return left > 0 && left <= LEASE ? tab : "";
  }
  async function leased(name, work) {
    const take = () => {
      if (["", me].includes(holder(name))) kept.put(name, `${me} ${Date.now() + LEASE}`);
    };
    const release = () => {
      if (holder(name) === me) kept.drop(name);
    };
    while (holder(name) !== me) {
      take();
      await pause(SETTLE * (1 + Math.random()));
    }
    const renewing = setInterval(take, LEASE / 4);
    addEventListener("pagehide", release);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      removeEventListener("pagehide", release);
      release();
    }
  }

  return {
    add,
    alone,
    newKey,
    read,
    refuse,
    refused,
    sent,
    tables,
    waiting,
    get: kept.get,
    put: kept.put,
    keeps: () => !refusing,
  };
})();
