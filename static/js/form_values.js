/** Whether all that a control posts is said in a form's values: a button may stand for several fields.
   @param {Values} values @param {Control} control */
export function hasControlValues(values, control) {
  const own = (control.value ?? "").split(" ");
  return (control.name ?? "")
    .split(" ")
    .every((name, place) => [values[name] ?? []].flat().includes(own[place]));
}

/** A number as people write it, in plain digits of any script with a plain sign; other text stays as it is.
   @param {string} text */
export const normalizeNumber = text =>
  text
    .trim()
    .replace(/[−–]/g, "-")
    .replace(/^\+/, "")
    .replace(/\p{Nd}/gu, digit => `${worthOf(digit.codePointAt(0) ?? 0)}`);

/** The ten digits of a script follow one another. @param {number} digit @returns {number} */
const worthOf = digit => (isDigit(digit - 1) ? worthOf(digit - 1) + 1 : 0);
/** @param {number} point */
const isDigit = point => /\p{Nd}/u.test(String.fromCodePoint(point));

/** The words of a text. @param {string | null} [text] */
export const splitWords = text => (text ?? "").split(" ").filter(Boolean);

/** Gives a field a value as if a person had chosen it.
   @param {HTMLInputElement} field @param {string} text */
export function setFieldValue(field, text, type = "change") {
  field.value = text;
  field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** What an entry's body says under a name: a button may have said several together.
   @param {string | URLSearchParams} body @param {string} name */
export function getFormValue(body, name) {
  for (const [names, values] of new URLSearchParams(body)) {
    const at = names.split(" ").indexOf(name);
    if (at >= 0) return values.split(" ")[at];
  }
}
