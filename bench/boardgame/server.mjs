/* boardgame.io's own server and transport, in memory: node server.mjs PORT */
import boardgame from "boardgame.io/dist/cjs/server.js";
import { Cheops } from "./game.mjs";

const { Server, Origins } = boardgame;
Server({ games: [Cheops], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
