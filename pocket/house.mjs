/* The house in the pocket: Python in this worker, asked request by request. Nothing here is a browser's
   alone, so that the tests open it under Node. */

const PLACE = "/home/pyodide/pocket";

/* Starts Python with the packed files in it; `settings` are those of loadPyodide. */
export async function startPython(loadPyodide, settings, files) {
  const python = await loadPyodide(settings);
  layOut(python.FS, await files);
  python.runPython(`import sys; sys.path.insert(0, "${PLACE}")`);
  return python;
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

/* One file holds all: in its first four bytes the length of the index, then the index, then the files. */
function layOut(fs, packed) {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const index = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + length)));
  let at = 4 + length;
  for (const [path, size] of index) {
    const file = `${PLACE}/${path}`;
    fs.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    fs.writeFile(file, packed.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}
