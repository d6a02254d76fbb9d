/* boardgame.io's own client in a page: page.html?server=PORT&player=N draws what each seat has. */
import { Client } from "boardgame.io/client";
import { SocketIO } from "boardgame.io/multiplayer";
import { Cheops } from "./game.mjs";

const asked = new URLSearchParams(location.search);
const player = Number(asked.get("player")), server = `http://localhost:${asked.get("server")}`;
const COUNTS = ["settlements", "cities", "roads", "ships", "at_site", "knights", "gold"];
const board = document.querySelector("#table");
const client = Client({
  game: Cheops, numPlayers: 4, matchID: "pages", playerID: String(player), debug: false,
  multiplayer: SocketIO({ server }),
});
const order = [0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3];

function draw(G) {
  return Array.from({ length: G.seats }, (_, seat) => `<section class="family c${seat}"><h2>Player ${seat}</h2><ul>${
    COUNTS.map(name => `<li>${name} <b>${G[name][seat]}</b></li>`).join("")}</ul></section>`).join("");
}

client.subscribe(state => {
  if (!state) return;
  board.innerHTML = draw(state.G);
  board.dataset.version = state._stateID;
});
client.start();
document.querySelector("button").onclick = () => {
  const { G } = client.getState();
  if (G.founded < order.length) client.moves.found(order[G.founded], false);
  else if (!G.rolls.length) client.moves.roll(0, 6);
  else client.moves.income(player, 1);
};
