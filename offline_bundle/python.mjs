/* The offline app: Python in the service worker, which answers requests. This module uses no browser-only API, so
   that tests run it in Node. */

const APP_FOLDER = "/home/pyodide/pocket";
const PAGE_BYTES = 1 << 14;
const CHUNK_BYTES = 1 << 20;

/** @typedef {{ createPyodideModule: CreateModule }} Start */
/** @typedef {{ head: number[], size: number, runs: number[][] }} Index */

/** Start Python with the packed files. `settings` are those of loadPyodide. Afterwards `takeSnapshot` can be called.
   @param {LoadPyodide} loadPyodide @param {Start} settings @param {Promise<Uint8Array> | Uint8Array} files */
export async function startPython(loadPyodide, settings, files) {
  const python = await loadPyodide({ ...settings, _makeSnapshot: true });
  unpackFiles(python.FS, await files);
  python.pyimport("sys").path.insert(0, APP_FOLDER);
  return python;
}

/** Return a memory snapshot of a Python that was just started, with the app loaded. `index` has the size and the
   ranges that are not zero; `pages` streams these ranges. Do not use Python while the stream is read. The memory is
   never copied as a whole.
   @param {Python} python */
export function takeSnapshot(python) {
  python.pyimport("companion.offline.app").prepare_for_snapshot();
  const heap = python._module.HEAPU8;
  const runs = findNonZeroRanges(heap);
  return {
    index: { head: snapshotWithoutMemory(python), size: heap.length, runs },
    pages: streamRanges(heap, runs),
  };
}

/** Start Python from a snapshot. Files are not part of it.
   @param {{ index: Index, pages: ReadableStream }} image @param {LoadPyodide} loadPyodide @param {Start} settings
   @param {Promise<Uint8Array> | Uint8Array} files */
export async function startFromSnapshot({ index, pages }, loadPyodide, settings, files) {
  const { head, size, runs } = index;
  /** @param {object} moduleSettings */
  async function createPyodideModule(moduleSettings) {
    const module = await settings.createPyodideModule(moduleSettings);
    while (module.HEAPU8.length < size) module._malloc(1 << 20);
    await fillHeap(module.HEAPU8, runs, pages);
    return module;
  }
  const options = { createPyodideModule, _loadSnapshot: new Uint8Array(head) };
  const python = await loadPyodide({ ...settings, ...options });
  unpackFiles(python.FS, await files);
  return python;
}

/** Return what Pyodide stores besides the memory: a snapshot with empty memory. @param {Python} python */
function snapshotWithoutMemory(python) {
  const { HEAP8 } = python._module;
  python._module.HEAP8 = new Int8Array();
  try {
    return [...python.makeMemorySnapshot()];
  } finally {
    python._module.HEAP8 = HEAP8;
  }
}

/** Return the ranges [start, end] that are not zero. @param {Uint8Array} heap */
function findNonZeroRanges(heap) {
  const words = new Int32Array(heap.buffer);
  /** @type {[number, number][]} */
  const runs = [];
  for (let at = 0; at < heap.length; at += PAGE_BYTES) {
    if (!words.subarray(at / 4, (at + PAGE_BYTES) / 4).some(Boolean)) continue;
    const last = runs.at(-1);
    if (last?.[1] === at && at - last[0] < CHUNK_BYTES) last[1] += PAGE_BYTES;
    else runs.push([at, at + PAGE_BYTES]);
  }
  return runs;
}

/** @param {Uint8Array} heap @param {number[][]} runs */
function streamRanges(heap, runs) {
  const remaining = runs.values();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = remaining.next();
      if (done) controller.close();
      else controller.enqueue(heap.slice(...value));
    },
  });
}

/** @param {Uint8Array} heap @param {number[][]} runs @param {ReadableStream} pages */
async function fillHeap(heap, runs, pages) {
  const ranges = runs.values();
  let at = 0;
  let end = 0;
  for await (const chunk of chunksOf(pages)) {
    let rest = chunk;
    while (rest.length) {
      if (at === end) [at, end] = /** @type {number[]} */ (ranges.next().value);
      const part = rest.subarray(0, end - at);
      heap.set(part, at);
      at += part.length;
      rest = rest.subarray(part.length);
    }
  }
  if (at < end || !ranges.next().done) throw new Error("an image that ends early");
}

/** Yield the chunks of a stream, reusing one buffer if the stream supports it. Otherwise as much memory as the whole
   snapshot is in use until it is collected.
   @param {ReadableStream} stream */
async function* chunksOf(stream) {
  const reader = readChunks(stream);
  for (let buffer = new ArrayBuffer(CHUNK_BYTES); ; ) {
    const { value, done } = await reader.read(new Uint8Array(buffer));
    if (done) return;
    yield value;
    buffer = value.buffer;
  }
}

/** @param {ReadableStream} stream */
function readChunks(stream) {
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    return stream.getReader();
  }
}

/** Open the offline app and return a function that answers requests. `stored` are the stored texts by name, `assets`
   the URLs of static files by name. The answer has the changes to store; its function `rest` then renders the body.
   @param {Python} python @param {Record<string, string>} stored @param {Record<string, string>} assets */
export function openOfflineApp(python, stored, assets, hasServer = true) {
  const { open_offline_app: open } = python.pyimport("companion.offline.app");
  const offlineApp = open(python.toPy(stored), python.toPy(assets), hasServer);
  /** @type {(...request: Pieces) => Answer} */
  return (method, url, headers, body) => {
    const started = offlineApp.send(method, url, python.toPy(headers), python.toPy(body));
    const [status, fields, changes] = started.toJs();
    started.destroy();
    return { status, headers: fields, changes, rest: () => takeBytes(offlineApp.render_body()) };
  };
}

/** @param {any} bytes */
function takeBytes(bytes) {
  const body = bytes.toJs();
  bytes.destroy();
  return body;
}

/** Unpack a file into folders: four bytes with the length of the index, the index, and the files.
   @param {FileSystem} fs @param {Uint8Array} packed */
function unpackFiles(fs, packed) {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const index = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + length)));
  let at = 4 + length;
  let folder = "";
  for (const [path, size] of index) {
    const file = `${APP_FOLDER}/${path}`;
    const parent = file.slice(0, file.lastIndexOf("/"));
    if (parent !== folder) fs.mkdirTree(parent);
    folder = parent;
    fs.writeFile(file, packed.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}
