/* Gives a link, a text or a picture to the phone's own way of sharing; where there is none, it is copied. The pages
   that have one bring this. */
import { supports, shareFile } from "./device.js";
import { make } from "./dom.js";

document.addEventListener("click", event => {
  const link = event.target.closest("a[data-share]");
  if (!link) return;
  event.preventDefault();
  if (supports("share")) shareLink(link);
  else copyLink(link);
});
document.addEventListener("click", event => {
  const link = event.target.closest("a[data-picture]");
  if (!link) return;
  event.preventDefault();
  sharePicture(link);
});

/** Where the link says no text of its own, it is itself what is shared. @param {HTMLAnchorElement} link */
function shareLink(link) {
  const text = link.dataset.share;
  navigator.share(text ? { text } : { url: link.href }).catch(() => {});
}

/** @param {HTMLAnchorElement} link */
async function copyLink(link) {
  const isCopied = await copy(link.dataset.share || link.href, link);
  link.parentElement?.querySelector(".copied")?.remove();
  if (!isCopied) return;
  link.after(" ", make("small", link.dataset.copied, { className: "copied", role: "status" }));
}

/** Whether a text was copied. The link stays selected, so that it can be copied by hand.
   @param {string} text @param {HTMLAnchorElement} link */
async function copy(text, link) {
  getSelection()?.selectAllChildren(link);
  if (supports("clipboard")) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  /** @param {ClipboardEvent} event */
  const put = event => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", put, { once: true });
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", put);
  return isCopied;
}

/** The drawing is turned into a picture here; a phone that shares no files downloads it.
   @param {HTMLAnchorElement} link */
async function sharePicture(link) {
  const picture = Object.assign(new Image(), { src: link.href });
  await picture.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: picture.naturalWidth, height: picture.naturalHeight });
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  canvas.toBlob(blob => {
    if (blob) shareFile(new File([blob], "result.png", { type: "image/png" }));
  });
}
