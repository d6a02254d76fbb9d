/* What the first tap needs nothing of: it comes once the page is there. */
import { followArrows } from "./arrows.js";
import { followAwake } from "./awake.js";
import { followHeld } from "./held.js";
import { keepShown } from "./kept_page.js";
import { followNextStep } from "./next_step.js";
import { followNumbers } from "./numbers.js";
import { drawWhatWaits } from "./to_send.js";
import { followWanted } from "./wanted.js";

followArrows();
followAwake();
followNumbers();
keepShown();
drawWhatWaits();
followNextStep();
followHeld();
followWanted();
