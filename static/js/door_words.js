/* What the button of a table's door says: the sign of the chosen seat, and whoever sits down there. */
export function buttonWords(typed, chosen, { plain, named }) {
  const name = typed.trim() || chosen?.name;
  const words = name ? named.replace("#", () => name) : plain;
  return [chosen?.sign, words].filter(Boolean).join(" ");
}
