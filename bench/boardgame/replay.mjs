/* CPU microseconds a move of boardgame.io's reducer: {seats, moves: [[name, ...args], …], rounds} on standard input. */
import core from "boardgame.io/dist/cjs/internal.js";
import { Cheops } from "./game.mjs";

const { seats, moves, rounds } = JSON.parse(await new Promise(done => { let all = ""; process.stdin.on("data", part => (all += part)).on("end", () => done(all)); }));
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = core;
const game = ProcessGameConfig(Cheops), reducer = CreateGameReducer({ game });
const actions = moves.map(([type, ...args]) => ({ type: "MAKE_MOVE", payload: { type, args, playerID: String(args[0]) } }));
function play() {
  let state = InitializeGame({ game, numPlayers: seats });
  for (const action of actions) {
    const after = reducer(state, action);
    if (after._stateID === state._stateID) throw new Error(`refused ${JSON.stringify(action.payload)}`);
    state = after;
  }
  return state;
}
for (let n = 0; n < 20; n++) play();
const times = [];
for (let n = 0; n < rounds; n++) {
  const before = process.cpuUsage();
  for (let k = 0; k < 5; k++) play();
  const spent = process.cpuUsage(before);
  times.push((spent.user + spent.system) / 5 / moves.length);
}
const { G } = play();
console.log(JSON.stringify({ times, gold: G.gold, roads: G.roads, settlements: G.settlements, knights: G.knights, black: G.black }));
