/* Shares a link, text or picture with the device's share dialog, or copies it. */
import { supports, shareFile } from "./device.js";
import { make } from "./dom.js";

document.addEventListener("click", event => {
  const link = event.target.closest("a[data-share]");
  if (!link) return;
  event.preventDefault();
  if (supports("share")) shareUrl(link);
  else copyLink(link);
});
document.addEventListener("click", event => {
  const link = event.target.closest("a[data-picture]");
  if (!link) return;
  event.preventDefault();
  sharePicture(link);
});

/** Share the link's text, or the link itself. @param {HTMLAnchorElement} link */
function shareUrl(link) {
  const text = link.dataset.share;
  navigator.share(text ? { text } : { url: link.href }).catch(() => {});
}

/** @param {HTMLAnchorElement} link */
async function copyLink(link) {
  const isCopied = await copyText(link.dataset.share || link.href, link);
  link.parentElement?.querySelector(".copied")?.remove();
  if (!isCopied) return;
  link.after(" ", make("small", link.dataset.copied, { className: "copied", role: "status" }));
}

/** Copy a text and return whether it worked. The link stays selected, so that it can be copied manually.
   @param {string} text @param {HTMLAnchorElement} link */
async function copyText(text, link) {
  getSelection()?.selectAllChildren(link);
  if (supports("clipboard")) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  /** @param {ClipboardEvent} event */
  const setData = event => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", setData, { once: true });
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", setData);
  return isCopied;
}

/** Convert the SVG image to PNG and share it, or download it. @param {HTMLAnchorElement} link */
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
