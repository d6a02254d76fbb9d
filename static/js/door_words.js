/** What the button of a table's door says: the sign of the chosen seat, and whoever sits down there.
   @param {string} typed @param {Record<string, string> | undefined} chosen its `sign` and `name`
   @param {Record<string, string>} words `plain`, and `named` with # for a name */
export function buttonWords(typed, chosen, { plain, named }) {
  const name = typed.trim() || chosen?.name;
  const words = name ? named.replace("#", () => name) : plain;
  return [chosen?.sign, words].filter(Boolean).join(" ");
}
