/* Redirects from a static page to the one in the reader's language. */
const languages = [...document.querySelectorAll("nav.language a")].map(({ lang }) => lang);
const own = navigator.languages
  .map(name => name.split("-")[0])
  .find(name => languages.includes(name));
const path = document.querySelector("nav.language")?.dataset.then;
if (own && own !== document.documentElement.lang) location.replace(`/${own}/${path}`);
