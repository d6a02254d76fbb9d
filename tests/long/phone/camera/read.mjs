/* Reads a photograph from stdin (a line of JSON with size, corners and parts, then RGB bytes) and writes the reading
   as JSON. */

import { readFileSync } from "node:fs";

const folder = process.argv[2];
const { guessInks, readSheet } = await import(`${folder}/reading.js`);
const { makeFrame, transformPoint } = await import(`${folder}/picture.js`);

const input = readFileSync(0);
const end = input.indexOf(10);
const { width, height, corners, parts } = JSON.parse(input.subarray(0, end));
const data = new Uint8ClampedArray(width * height * 4).fill(255);
for (let from = end + 1, to = 0; from < input.length; from += 3, to += 4) {
  data.set(input.subarray(from, from + 3), to);
}
const reading = readSheet({ width, height, data }, corners, parts);
const onPhoto = at => transformPoint(makeFrame(corners).up, at);
const answer = reading && {
  parts: reading.parts.map(({ loose, boxes }) => ({
    loose,
    boxes: boxes.map(({ at, pile, doubtful }) => ({ onPhoto: onPhoto(at), pile, doubtful })),
  })),
  names: guessInks(reading.piles),
  pairs: reading.pairs,
};
process.stdout.write(JSON.stringify(answer));
