/* node open.mjs FOLDER: opens the offline app with the stored texts in each line of stdin, and sends its requests. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const home = resolve(process.argv[2]);
const { files, lock } = JSON.parse(readFileSync(join(home, "manifest.json"), "utf8"));
const place = name => join(home, files[name].name);
const load = name => import(pathToFileURL(place(name)).href);

const runtime = mkdtempSync(join(tmpdir(), "pocket-"));
symlinkSync(place("pyodide.asm.wasm"), join(runtime, "pyodide.asm.wasm"));
const { default: createPyodideModule } = await load("pyodide.asm.mjs");
const { loadPyodide } = await load("pyodide.mjs");
const { takeSnapshot, openOfflineApp, startFromSnapshot, startPython } = await load("python.mjs");
const settings = {
  indexURL: `${runtime}/`,
  stdLibURL: place("python.zip"),
  lockFileContents: lock,
  createPyodideModule,
};
const packed = new Uint8Array(readFileSync(place("companion.bin")));
const image = takeSnapshot(await startPython(loadPyodide, settings, packed));
const python = await startFromSnapshot(image, loadPyodide, settings, packed); // as in every start of the worker but the first

for await (const line of createInterface({ input: process.stdin })) {
  const { kept, assets, requests } = JSON.parse(line);
  const ask = openOfflineApp(python, kept, assets);
  const answers = requests.map(({ method, url, headers, body }) => {
    const response = ask(method, url, headers ?? {}, new TextEncoder().encode(body ?? ""));
    return { ...response, body: new TextDecoder().decode(response.rest()) };
  });
  console.log(JSON.stringify(answers));
}
rmSync(runtime, { recursive: true });
