/** The whole address that a text leads to from a page of this origin; the home page's where that is another site's.
   @param {string} text */
export function localAddress(text, origin = location.origin) {
  const home = `${origin}/`;
  try {
    const { href } = new URL(text, home);
    return href.startsWith(home) ? href : home;
  } catch {
    return home; // it is no address
  }
}
