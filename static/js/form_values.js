/* Whether all that a control posts is said in a form's values: a button may stand for several fields. */
export function says(values, control) {
  const own = control.value.split(" ");
  return control.name
    .split(" ")
    .every((name, place) => [values[name] ?? []].flat().includes(own[place]));
}
