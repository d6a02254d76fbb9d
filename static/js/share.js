/* Gives a link, a text or a picture to the phone's own way of sharing. The pages that have one bring this. */

document.addEventListener("click", event => {
  const link = event.target.closest("a[data-share]");
  if (!link || !navigator.share) return;
  event.preventDefault();
  shareLink(link);
});
document.addEventListener("click", event => {
  const link = event.target.closest("a[data-picture]");
  if (!link) return;
  event.preventDefault();
  sharePicture(link);
});

/* Where the link says no text of its own, it is itself what is shared. */
function shareLink(link) {
  const text = link.dataset.share;
  navigator.share(text ? { text } : { url: link.href }).catch(() => {});
}

/* The drawing is turned into a picture here; a phone that shares no files downloads it. */
async function sharePicture(link) {
  const picture = Object.assign(new Image(), { src: link.href });
  await picture.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: picture.naturalWidth, height: picture.naturalHeight });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  canvas.toBlob(blob => {
    const file = new File([blob], "result.png", { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) {
      navigator.share({ files: [file] }).catch(() => {});
    } else {
      const download = document.createElement("a");
      Object.assign(download, { href: URL.createObjectURL(blob), download: file.name }).click();
    }
  });
}
