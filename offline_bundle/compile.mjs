/* node compile.mjs PYODIDE TREE OUT: runs compile.py in Pyodide over a tree of this machine. */
import { mkdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [home, tree, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${home}/pyodide.mjs`).href);
const pyodide = await loadPyodide({
  indexURL: `${home}/`,
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" }, // no columns
});
mkdirSync(out, { recursive: true });
for (const [place, folder] of Object.entries({ "/tree": tree, "/out": out })) {
  pyodide.FS.mkdir(place);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, place);
}
const script = readFileSync(new URL("compile.py", import.meta.url), "utf8");
try {
  pyodide.runPython(`${script}\nmain("/tree", "/out")\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
