/* Which boxes have one colour: nothing is known of the inks but that each box was printed with one. */

const POINTS = 17;
const SPREAD = 0.94;
/* The points of a box that are looked at: POINTS × POINTS over this share of it. */
const PRINT = 8;
/* Nearer to the paper's colour than this a point hardly counts as printed. */
const HUE = { hue: 1, chroma: 0.3, lightness: 0.15 };
/* How much a difference counts: shade and shine change chroma and lightness, not hue. */
const STARTS = 24;
const LINEAR = Float64Array.from({ length: 256 }, (_, n) => {
  const share = n / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const cube = t => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);

/* Linear light of red, green and blue as Lab: lightness, red against green, yellow against blue. */
export function lab([r, g, b]) {
  const x = cube((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = cube(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = cube((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const chromaOf = ([, a, b]) => Math.hypot(a, b);
export const hueOf = ([, a, b]) => Math.atan2(b, a);

export function apart(a, b) {
  const turn = Math.abs(hueOf(a) - hueOf(b));
  return Math.min(turn, 2 * Math.PI - turn);
}

function linearAt({ width, height, data }, x, y) {
  const px = Math.min(Math.max(Math.round(x), 0), width - 1);
  const py = Math.min(Math.max(Math.round(y), 0), height - 1);
  const at = (py * width + px) * 4;
  return [LINEAR[data[at]], LINEAR[data[at + 1]], LINEAR[data[at + 2]]];
}

const middleOf = numbers => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/* The paper around a part's boxes as Lab: what lies a little outside of a box and in no other. */
export function paperAround(picture, centres, { halfX, halfY }) {
  const inside = (x, y) =>
    centres.some(([cx, cy]) => Math.abs(x - cx) < halfX * 1.25 && Math.abs(y - cy) < halfY * 1.25);
  const seen = centres.flatMap(([cx, cy]) =>
    [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
      [-1, -1],
      [1, 1],
      [1, -1],
      [-1, 1],
    ]
      .map(([dx, dy]) => [cx + 1.6 * dx * halfX, cy + 1.6 * dy * halfY])
      .filter(([x, y]) => !inside(x, y))
      .map(([x, y]) => lab(linearAt(picture, x, y))),
  );
  return [0, 1, 2].map(n => middleOf(seen.map(one => one[n])));
}

/* The face of a box: the commonest hue among its points that are not paper, their mean light, and the share
   of them that has it. `paper` is null where boxes have none around them. */
export function faceOf(picture, at, place, paper, count = POINTS) {
  const points = [];
  const bins = new Float64Array(36);
  let glare = 0;
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const x = at[0] + (column / (count - 1) - 0.5) * 2 * SPREAD * place.halfX;
      const y = at[1] + (row / (count - 1) - 0.5) * 2 * SPREAD * place.halfY;
      const light = linearAt(picture, x, y);
      if (Math.min(...light) > 0.97) glare++;
      const seen = lab(light);
      const weight = chromaOf(seen) * Math.max(1, printed(seen, paper) - PRINT);
      const hue = hueOf(seen);
      bins[Math.floor(((hue + Math.PI) / (2 * Math.PI)) * 35.999)] += weight;
      points.push({ light, hue, weight });
    }
  }
  const near = n => bins[(n + 35) % 36] * 0.8 + bins[n] + bins[(n + 1) % 36] * 0.8;
  let best = 0;
  for (let n = 1; n < 36; n++) if (near(n) > near(best)) best = n;
  const hue = ((best + 0.5) / 36) * 2 * Math.PI - Math.PI;
  const mean = [0, 0, 0];
  let [own, all] = [0, 0];
  for (const point of points) {
    all += point.weight;
    const turn = Math.abs(point.hue - hue);
    if (Math.min(turn, 2 * Math.PI - turn) > 0.45) continue;
    own += point.weight;
    for (const n of [0, 1, 2]) mean[n] += point.light[n] * point.weight;
  }
  const light = own ? mean.map(one => one / own) : [0.5, 0.5, 0.5];
  return { light, seen: lab(light), pure: all ? own / all : 0, glare: glare / points.length };
}

/* How far a point's colour lies from the paper's. */
const printed = (seen, paper) =>
  paper
    ? Math.hypot((seen[0] - paper[0]) / 2, seen[1] - paper[1], seen[2] - paper[2])
    : chromaOf(seen);

/* How unlike two colours are, hue first. */
export function unlike(a, b) {
  const [ca, cb] = [chromaOf(a), chromaOf(b)];
  const hue = 2 * Math.sqrt(ca * cb) * Math.sin(apart(a, b) / 2);
  return Math.sqrt(
    (HUE.hue * hue) ** 2 + (HUE.chroma * (ca - cb)) ** 2 + (HUE.lightness * (a[0] - b[0])) ** 2,
  );
}

/* Chance that is the same each time: the same photo is always read the same. */
function dice(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const middle = faces =>
  [0, 1, 2].map(n => faces.reduce((sum, face) => sum + face[n], 0) / faces.length);

/* One of them by chance, each as likely as its weight says. */
function drawn(weights, share) {
  let left = share * weights.reduce((a, b) => a + b, 0);
  for (const [n, weight] of weights.entries()) {
    left -= weight;
    if (left <= 0) return n;
  }
  return 0;
}

/* Sorts colours into `count` piles: { of: the pile of each, middles }. */
export function pilesOf(seen, count) {
  let best = null;
  const chance = dice(7);
  for (let start = 0; start < STARTS; start++) {
    let middles = [seen[Math.floor(chance() * seen.length)]];
    while (middles.length < count) {
      const far = seen.map(one => Math.min(...middles.map(other => unlike(one, other))) ** 2);
      middles.push(seen[drawn(far, chance())]);
    }
    let of = [];
    for (let round = 0; round < 20; round++) {
      const before = of;
      of = seen.map(one => nearestOf(one, middles)[0]);
      if (before.length && of.every((pile, n) => pile === before[n])) break;
      middles = middles.map((old, pile) => {
        const own = seen.filter((_, n) => of[n] === pile);
        return own.length ? middle(own) : old;
      });
    }
    const cost = seen.reduce((sum, one, n) => sum + unlike(one, middles[of[n]]) ** 2, 0);
    if (!best || cost < best.cost) best = { cost, of, middles };
  }
  return best;
}

/* The piles by distance: [the nearest, its distance, the distance of the second]. */
export function nearestOf(one, middles) {
  let [first, nearest, next] = [-1, Infinity, Infinity];
  for (const [n, other] of middles.entries()) {
    const far = unlike(one, other);
    if (far < nearest) [first, nearest, next] = [n, far, nearest];
    else next = Math.min(next, far);
  }
  return [first, nearest, next];
}
