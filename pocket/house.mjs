/* The house in the pocket: Python in this worker, asked request by request. Nothing here is a browser's
   alone, so that the tests open it under Node. */

const PLACE = "/home/pyodide/pocket";
const PACK = `${PLACE}.bin`;

/* Starts Python with the packed files in it; `settings` are those of loadPyodide. Afterwards `imageOf`
   may take an image of it. */
export async function startPython(loadPyodide, settings, files) {
  const python = await loadPyodide({ ...settings, _makeSnapshot: true });
  layOut(python.FS, await files);
  python.pyimport("pocket.packed").open_pack(PACK, PLACE);
  python.pyimport("pocket.ahead").use_noted(`${PLACE}/ahead.bin`);
  return python;
}

/* The memory of a Python that was just started, with the house built in it: the next one begins there. */
export function imageOf(python) {
  python.pyimport("companion.pocket.app").make_ready();
  python.pyimport("pocket.packed").close_pack();
  return python.makeMemorySnapshot();
}

/* Starts Python from such an image. Its files are no part of it. */
export async function startFrom(image, loadPyodide, settings, files) {
  const create = async told => grown(await settings.createPyodideModule(told), image.length);
  const own = { _loadSnapshot: image, createPyodideModule: create };
  const python = await loadPyodide({ ...settings, ...own });
  delete python._api.config._loadSnapshot; // as large as all of Python, and not needed any more
  layOut(python.FS, await files);
  return python;
}

/* A module whose memory holds so many bytes. */
function grown(module, bytes) {
  while (module.HEAP8.length < bytes) module._malloc(1 << 20);
  return module;
}

/* The house with all that was kept in it, texts by name; `assets` are the stamps of what its pages ask for. */
export function openHouse(python, kept, assets) {
  const { open_house: open } = python.pyimport("companion.pocket.app");
  const house = open(python.toPy(kept), python.toPy(assets));
  return (method, url, headers, body) => {
    const told = house.answer(method, url, python.toPy(headers), python.toPy(body));
    const [status, fields, content, changes] = told.toJs();
    told.destroy();
    return { status, headers: fields, body: content, changes };
  };
}

/* One file holds all: in its first four bytes the length of the index, then the index, then the files.
   Python finds its modules in it; what else is read lies in folders besides. */
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
