/* The Catan scenario as far as the compared moves go: found, roll, build, knight, gold. The same checks as ours. */
import { INVALID_MOVE } from "boardgame.io/dist/cjs/core.js";

const LIMITS = { settlement: 5, city: 4, road: 15, ship: 8 };
const HAVE = { settlement: "settlements", city: "cities", road: "roads", ship: "ships" };
const order = seats => [...Array(seats).keys(), ...[...Array(seats).keys()].reverse(), ...Array(seats).keys()];
const roller = G => (G.rolled ? (G.turn + 1) % G.seats : G.turn);
const opened = (G, seat) => { if (seat !== G.turn) Object.assign(G, { turn: seat, rolled: false, knight_played: false }); };
const none = seats => Array(seats).fill(0);

export const Cheops = {
  name: "cheops",
  setup: ({ ctx }) => {
    const seats = ctx.numPlayers;
    return {
      seats, founded: 0, order: order(seats), turn: 0, rolled: false, knight_played: false, rolls: [], gold: Array(seats).fill(3), settlements: none(seats),
      cities: none(seats), roads: none(seats), ships: none(seats), at_site: none(seats), knights: none(seats), army: -1, black: 0,
    };
  },
  turn: { activePlayers: { all: "table" }, stages: { table: {} } },
  moves: {
    found: ({ G }, seat, at_site) => {
      if (G.founded >= G.order.length || seat !== G.order[G.founded]) return INVALID_MOVE;
      G.founded += 1;
      G.settlements[seat] += 1;
      if (at_site) G.at_site[seat] += 1;
    },
    roll: ({ G }, seat, total) => {
      if (G.founded < G.order.length || total < 2 || total > 12) return INVALID_MOVE;
      if (seat !== roller(G)) return INVALID_MOVE;
      opened(G, seat);
      G.rolled = true;
      G.rolls.push(total);
      if (total === 7 && G.at_site.some(Boolean)) G.black += 1;
    },
    build: ({ G }, seat, piece, at_site) => {
      if (G.founded < G.order.length || !G.rolled || seat !== G.turn) return INVALID_MOVE;
      if (G[HAVE[piece]][seat] >= LIMITS[piece]) return INVALID_MOVE;
      if (piece === "city" && !G.settlements[seat]) return INVALID_MOVE;
      if (at_site && piece !== "settlement") return INVALID_MOVE;
      if (piece === "city") G.settlements[seat] -= 1;
      G[HAVE[piece]][seat] += 1;
      if (at_site) G.at_site[seat] += 1;
    },
    knight: ({ G }, seat) => {
      if (G.founded < G.order.length || (seat !== G.turn && seat !== roller(G))) return INVALID_MOVE;
      if (G.knights.reduce((a, b) => a + b) >= 14 || (seat === G.turn && G.knight_played)) return INVALID_MOVE;
      opened(G, seat);
      G.knight_played = true;
      G.knights[seat] += 1;
      if (G.knights[seat] > (G.army >= 0 ? G.knights[G.army] : 2)) G.army = seat;
    },
    income: ({ G }, seat, gold) => {
      if (!G.rolls.length || gold < 1 || seat < 0 || seat >= G.seats) return INVALID_MOVE;
      G.gold[seat] += gold;
    },
  },
};
