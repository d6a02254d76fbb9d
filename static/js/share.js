/* Shares a link, text or picture with the device's share dialog, or copies it. */
import { supports, shareFile } from "./device.js";
import { isFulfilled, make, onEvent } from "./dom.js";

onEvent("click", "a[data-share]", (link, event) => {
  event.preventDefault();
  const text = link.dataset.share;
  if (supports("share")) navigator.share(text ? { text } : { url: link.href }).catch(() => {});
  else copyLink(link);
});

/* The SVG image is converted to PNG. */
onEvent("click", "a[data-picture]", async (link, event) => {
  event.preventDefault();
  const picture = make("img", "", { src: link.href });
  await picture.decode();
  const canvas = make("canvas", "", { width: picture.naturalWidth, height: picture.naturalHeight });
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  canvas.toBlob(blob => {
    if (blob) shareFile(new File([blob], "result.png", { type: "image/png" }));
  });
});

/** @param {HTMLAnchorElement} link */
async function copyLink(link) {
  const isCopied = await copyText(link.dataset.share || link.href, link);
  link.parentElement?.querySelector(".copied")?.remove();
  if (!isCopied) return;
  link.after(" ", make("small", link.dataset.copied, { className: "copied", role: "status" }));
}

/** The link stays selected, so that it can be copied manually. @param {string} text @param {HTMLAnchorElement} link */
async function copyText(text, link) {
  getSelection()?.selectAllChildren(link);
  if (supports("clipboard")) return isFulfilled(navigator.clipboard.writeText(text));
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
