/* Reads a link to a table. companion/tables/links.py reads the same. */

/** The path of the first link to a table in a text: its join page, an invitation or a watching link. The host is not
   compared, as the app has several addresses. @param {string} text */
export function pathIn(text) {
  const [, kind, secret] = text.match(/\/([jtiw])\/([\w-]+)/) ?? [];
  return kind ? `/${kind === "t" ? "j" : kind}/${secret}` : "";
}
