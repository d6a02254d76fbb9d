/* What a form still wants is told in the words of the page, not in the browser's. */
export function followWanted() {
  const on = (type, act) => document.addEventListener(type, act, { capture: true });
  on("invalid", ({ target }) => {
    target.setCustomValidity(target.validity.valueMissing ? document.body.dataset.wanted : "");
  });
  on("input", ({ target }) => {
    for (const field of target.form?.elements ?? []) field.setCustomValidity("");
  });
}
