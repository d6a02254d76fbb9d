/* The offline app: Python in this worker, asked request by request. Nothing here is a browser's
   alone, so that the tests open it under Node. */

const PLACE = "/home/pyodide/pocket";
const PACK = `${PLACE}.bin`;
const PAGE = 1 << 14;
const PIECE = 1 << 20;

/** @typedef {{ createPyodideModule: CreateModule }} Start */
/** @typedef {{ head: number[], size: number, runs: number[][] }} Index */

/** Starts Python with the packed files in it; `settings` are those of loadPyodide. Afterwards `takeSnapshot`
   may take an image of it.
   @param {LoadPyodide} loadPyodide @param {Start} settings
   @param {Promise<Uint8Array> | Uint8Array} files */
export async function startPython(loadPyodide, settings, files) {
  const python = await loadPyodide({ ...settings, _makeSnapshot: true });
  layOut(python.FS, await files);
  python.pyimport("offline_bundle.archive_importer").open_archive(PACK, PLACE);
  python.pyimport("offline_bundle.compile_cache").load_cache(`${PLACE}/compile_cache.bin`);
  return python;
}

/** An image of a Python that was just started, with the app built in it: the next one begins there. `index`
   says of how many bytes, and where those that are not zero lie; `pages` streams these, while nothing may be asked
   of Python. As large as all of Python, it is never in memory as a whole. @param {Python} python */
export function takeSnapshot(python) {
  python.pyimport("companion.offline.app").prepare_for_snapshot();
  python.pyimport("offline_bundle.archive_importer").close_archive();
  const heap = python._module.HEAPU8;
  const runs = writtenIn(heap);
  return { index: { head: headOf(python), size: heap.length, runs }, pages: streamed(heap, runs) };
}

/** Starts Python from such an image. Files are no part of it.
   @param {{ index: Index, pages: ReadableStream }} image @param {LoadPyodide} loadPyodide
   @param {Start} settings @param {Promise<Uint8Array> | Uint8Array} files */
export async function startFromSnapshot({ index, pages }, loadPyodide, settings, files) {
  const { head, size, runs } = index;
  /** @param {object} told */
  async function createPyodideModule(told) {
    const module = await settings.createPyodideModule(told);
    while (module.HEAPU8.length < size) module._malloc(1 << 20);
    await fill(module.HEAPU8, runs, pages);
    return module;
  }
  const own = { createPyodideModule, _loadSnapshot: new Uint8Array(head) };
  const python = await loadPyodide({ ...settings, ...own });
  layOut(python.FS, await files);
  return python;
}

/** What Pyodide notes beside the memory, in the form of an image of no memory at all.
   @param {Python} python */
function headOf(python) {
  const { HEAP8 } = python._module;
  python._module.HEAP8 = new Int8Array();
  try {
    return [...python.makeMemorySnapshot()];
  } finally {
    python._module.HEAP8 = HEAP8;
  }
}

/** From where to where something lies. @param {Uint8Array} heap */
function writtenIn(heap) {
  const words = new Int32Array(heap.buffer);
  /** @type {[number, number][]} */
  const runs = [];
  for (let at = 0; at < heap.length; at += PAGE) {
    if (!words.subarray(at / 4, (at + PAGE) / 4).some(Boolean)) continue;
    const last = runs.at(-1);
    if (last?.[1] === at && at - last[0] < PIECE) last[1] += PAGE;
    else runs.push([at, at + PAGE]);
  }
  return runs;
}

/** @param {Uint8Array} heap @param {number[][]} runs */
function streamed(heap, runs) {
  const pieces = runs.values();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(heap.slice(...value));
    },
  });
}

/** @param {Uint8Array} heap @param {number[][]} runs @param {ReadableStream} pages */
async function fill(heap, runs, pages) {
  const places = runs.values();
  let at = 0;
  let end = 0;
  for await (const piece of piecesOf(pages)) {
    let rest = piece;
    while (rest.length) {
      if (at === end) [at, end] = /** @type {number[]} */ (places.next().value);
      const part = rest.subarray(0, end - at);
      heap.set(part, at);
      at += part.length;
      rest = rest.subarray(part.length);
    }
  }
  if (at < end || !places.next().done) throw new Error("an image that ends early");
}

/** What a stream brings, in one buffer used again and again where the stream fills a given one: else as much
   memory as the whole image takes lies about until it is collected. @param {ReadableStream} stream */
async function* piecesOf(stream) {
  const reader = bytesOf(stream);
  for (let buffer = new ArrayBuffer(PIECE); ; ) {
    const { value, done } = await reader.read(new Uint8Array(buffer));
    if (done) return;
    yield value;
    buffer = value.buffer;
  }
}

/** @param {ReadableStream} stream */
function bytesOf(stream) {
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    return stream.getReader();
  }
}

/** The offline app with all that was kept in it, texts by name; `assets` are the addresses of static files, by name.
   Where no server is, its pages offer none. An answer begins with what must be kept; what stands in it, `rest`
   draws.
   @param {Python} python @param {Record<string, string>} kept @param {Record<string, string>} assets */
export function openOfflineApp(python, kept, assets, hasServer = true) {
  const { open_offline_app: open } = python.pyimport("companion.offline.app");
  const offlineApp = open(python.toPy(kept), python.toPy(assets), hasServer);
  /** @type {(...request: Pieces) => Answer} */
  return (method, url, headers, body) => {
    const begun = offlineApp.begin(method, url, python.toPy(headers), python.toPy(body));
    const [status, fields, changes] = begun.toJs();
    begun.destroy();
    return { status, headers: fields, changes, rest: () => drawn(offlineApp.rest()) };
  };
}

/** @param {any} bytes */
function drawn(bytes) {
  const body = bytes.toJs();
  bytes.destroy();
  return body;
}

/** One file holds all: in its first four bytes the length of the index, then the index, then the files.
   Python finds its modules in it; what else is read lies in folders besides.
   @param {FileSystem} fs @param {Uint8Array} packed */
function layOut(fs, packed) {
  fs.writeFile(PACK, packed, { canOwn: true });
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const index = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + length)));
  let at = 4 + length;
  for (const [path, size] of index) {
    const file = `${PLACE}/${path}`;
    fs.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    if (!path.endsWith(".pyc"))
      fs.writeFile(file, packed.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}
