/* Gives a file to the phone's own way of sharing. */
import { can } from "./abilities.js";

/** A phone that shares no files downloads it. @param {File} file */
export function shareFile(file) {
  if (can("share") && navigator.canShare({ files: [file] })) {
    navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  const download = document.createElement("a");
  Object.assign(download, { href: URL.createObjectURL(file), download: file.name }).click();
}
