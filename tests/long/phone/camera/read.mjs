/* Reads photographs from its input, one after the other, and answers a line of JSON for each.

   A photograph is a line of JSON (size, corners, parts with boxes, anchors and taps) and its RGB bytes. */

import { readSync, writeSync } from "node:fs";

const { namesOf, readSheet } = await import(process.argv[2]);

function bytes(count) {
  const data = Buffer.alloc(count);
  for (let at = 0; at < count;) {
    const got = readSync(0, data, at, count - at);
    if (!got) return null;
    at += got;
  }
  return data;
}

function line() {
  const text = [];
  for (let one = bytes(1); one; one = bytes(1)) {
    if (one[0] === 10) return Buffer.concat(text).toString();
    text.push(one);
  }
  return "";
}

for (let told = line(); told; told = line()) {
  const { width, height, corners, parts } = JSON.parse(told);
  const rgb = bytes(width * height * 3);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    data.set([rgb[from], rgb[from + 1], rgb[from + 2], 255], to);
  }
  const found = readSheet({ width, height, data }, corners, parts);
  const answer = found && {
    parts: found.parts.map(({ loose, boxes }) => ({
      loose,
      boxes: boxes.map(({ onPhoto, pile, doubtful }) => ({ onPhoto, pile, doubtful })),
    })),
    names: namesOf(found.piles),
    pairs: found.pairs,
  };
  const out = Buffer.from(`${JSON.stringify(answer)}\n`);
  for (let at = 0; at < out.length;) at += writeSync(1, out, at, out.length - at);
}
