/* In place of a page that no line brought: once the server answers, that page itself. */
import { serverAnswers } from "./answers.js";

const EVERY = 3000;

async function look() {
  if (await serverAnswers()) location.reload();
}

setInterval(look, EVERY);
addEventListener("online", look);
