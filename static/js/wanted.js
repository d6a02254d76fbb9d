/* What a form still wants is told in the words of the page, not in the browser's. */
export function followWanted() {
  /** @param {FieldEvent} event */
  const say = ({ target }) => {
    target.setCustomValidity(target.validity.valueMissing ? document.body.dataset.wanted : "");
  };
  /** @param {FieldEvent} event */
  const forget = ({ target }) => {
    for (const field of /** @type {Iterable<HTMLInputElement>} */ (target.form?.elements ?? []))
      field.setCustomValidity("");
  };
  document.addEventListener("invalid", say, true);
  document.addEventListener("input", forget, true);
}
