/* A page of a static site, which cannot know who comes, goes on to the one in the reader's language. */
const spoken = [...document.querySelectorAll("nav.language a")].map(({ lang }) => lang);
const own = navigator.languages.map(name => name.split("-")[0]).find(name => spoken.includes(name));
const then = document.querySelector("nav.language")?.dataset.then;
if (own && own !== document.documentElement.lang) location.replace(`/${own}/${then}`);
