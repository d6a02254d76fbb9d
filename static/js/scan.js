/* The camera looks for the QR code of a table, and opens that table at this app's own address.
   The button is shown where the browser can do that (data-needs). */
import { can } from "./abilities.js";
import { required } from "./dom.js";
import { pathIn } from "./table_link.js";

const OFTEN = 150;

export function followScanner() {
  document.addEventListener("click", event => {
    if (can("scan") && event.target.closest("[data-scan]")) scan(required("dialog#scanner"));
  });
}

/** @param {HTMLDialogElement} dialog */
async function scan(dialog) {
  const video = required("video", dialog);
  const told = required("p", dialog);
  told.textContent = "";
  dialog.showModal();
  /** @type {MediaStream | undefined} */
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment" },
    });
    video.srcObject = stream;
    await video.play();
    await look(video, dialog);
  } catch {
    told.textContent = told.dataset.blind;
  } finally {
    for (const track of stream?.getTracks() || []) track.stop();
    video.srcObject = null;
  }
}

/** @param {HTMLVideoElement} video @param {HTMLDialogElement} dialog */
async function look(video, dialog) {
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  while (dialog.open) {
    const [found] = await detector.detect(video);
    const path = found && pathIn(found.rawValue);
    if (path) {
      location.assign(path);
      return;
    }
    await new Promise(next => setTimeout(next, OFTEN));
  }
}
