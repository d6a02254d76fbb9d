/* boardgame.io's own server and transport, in memory */
import boardgame from "boardgame.io/dist/cjs/server.js";
import { Cheops } from "./game.mjs";

const { Server, Origins } = boardgame;
Server({ games: [Cheops], origins: [Origins.LOCALHOST] }).run(Number(process.env.COMPANION_PORT));
