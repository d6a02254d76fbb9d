/* The camera looks for a QR code of this companion, and goes where it leads. */
import { $, $$ } from "./dom.js";

const OFTEN = 150;
const LEADS = /^\/[jiw]\/[\w-]+$/;

const canScan = () => "BarcodeDetector" in window && navigator.mediaDevices?.getUserMedia;

export function offerScanner() {
  for (const button of $$("[data-scan]")) button.hidden = !canScan();
}

export function followScanner() {
  document.addEventListener("click", event => {
    if (event.target.closest("[data-scan]")) scan($("#scanner"));
  });
}

async function scan(dialog) {
  const video = $("video", dialog);
  const told = $("p", dialog);
  told.textContent = "";
  dialog.showModal();
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment" },
    });
    await video.play();
    await look(video, dialog);
  } catch {
    told.textContent = told.dataset.blind;
  } finally {
    for (const track of video.srcObject?.getTracks() || []) track.stop();
    video.srcObject = null;
  }
}

async function look(video, dialog) {
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  while (dialog.open) {
    const [found] = await detector.detect(video);
    const way = found && whereTo(found.rawValue);
    if (way) {
      location.assign(way);
      return;
    }
    await new Promise(next => setTimeout(next, OFTEN));
  }
}

/* Only to this companion's own doors, whatever a code says. */
function whereTo(text) {
  const url = URL.parse?.(text);
  return url?.origin === location.origin && LEADS.test(url.pathname) ? url.pathname : "";
}
