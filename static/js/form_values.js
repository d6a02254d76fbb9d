/** Return whether a form's values contain all that a control submits. A button may set several fields.
   @param {Values} values @param {Control} control */
export function hasControlValues(values, control) {
  const own = (control.value ?? "").split(" ");
  return (control.name ?? "")
    .split(" ")
    .every((name, place) => [values[name] ?? []].flat().includes(own[place]));
}

/** Return a number with ASCII digits and signs, from any script. Other text is returned unchanged.
   @param {string} text */
export const normalizeNumber = text =>
  text
    .trim()
    .replace(/[−–]/g, "-")
    .replace(/^\+/, "")
    .replace(/\p{Nd}/gu, digit => `${digitValue(digit.codePointAt(0) ?? 0)}`);

/** Return the value of a digit. The ten digits of a script have consecutive code points.
   @param {number} digit @returns {number} */
const digitValue = digit => (isDigit(digit - 1) ? digitValue(digit - 1) + 1 : 0);
/** @param {number} point */
const isDigit = point => /\p{Nd}/u.test(String.fromCodePoint(point));

/** Return the words of a text. @param {string | null} [text] */
export const splitWords = text => (text ?? "").split(" ").filter(Boolean);

/** Set the value of a field and dispatch an event, as if a person had entered it.
   @param {HTMLInputElement} field @param {string} text */
export function setFieldValue(field, text, type = "change") {
  field.value = text;
  field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Return the value of a name in a form body. A button may have set several names at once.
   @param {string | URLSearchParams} body @param {string} name */
export function getFormValue(body, name) {
  for (const [names, values] of new URLSearchParams(body)) {
    const at = names.split(" ").indexOf(name);
    if (at >= 0) return values.split(" ")[at];
  }
}
