/* The numbers of a price tablet as they are typed, one a slot. A pair is typed as a, / and b. */

/** @param {string} [word] */
const isPending = word => word === "/" || Boolean(word?.endsWith("/"));

/** @param {string[]} numbers @param {number} slots */
export const isFull = (numbers, slots) => numbers.length >= slots && !numbers.some(isPending);

/** The numbers and the lit slot after a key; "" takes back. Behind the last slot a key changes nothing, so that a number
   which was left out never moves the numbers of the next tablet.
   @param {string[]} numbers @param {number} at @param {string} key @param {number} slots */
export function typed(numbers, at, key, slots) {
  if (key && at >= slots && isFull(numbers, slots)) return { numbers, at };
  const all = [...numbers];
  const number = all[at] ?? "";
  if (!key) {
    const last = !number && at > 0 ? at - 1 : at;
    all.splice(last, 1);
    return { numbers: all, at: last };
  }
  const joined = number === "/" ? `${key}/` : number + key;
  all[at] = isPending(number) && key !== "/" ? joined : key;
  return { numbers: all, at: isPending(all[at]) ? at : at + 1 };
}
