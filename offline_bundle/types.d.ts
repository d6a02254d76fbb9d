/* What the worker's modules share. */

/** What is asked of the app, and of the network (worker.mjs). */
type OfflineApp = typeof import("./worker.mjs").offlineApp;
/** A request in pieces: what it asks for, and the bytes of its body. */
type Pieces = [method: string, url: string, headers: Record<string, string>, body: Uint8Array];
/** Texts by name that are to be kept; null where one goes. */
type Changes = [name: string, text: string | null][];

interface Answer {
  status: number;
  headers: Record<string, string>;
  changes: Changes;
  rest(): Uint8Array<ArrayBuffer>;
}

/** What /pocket-sw.js says this worker is made of. */
interface Settings {
  hasServer: boolean;
  /** Paths of the start pages. */
  homes: string[];
  /** The addresses of all files, and those of Pyodide by the names that it calls them. */
  addresses: string[];
  files: Record<string, string>;
  /** The names under which an image of Python is kept: of its index and of its pages. */
  image: [string, string];
  assets: Record<string, string>;
  lock: string;
  /** Pages in place of an answer: where nothing can be kept, and where something broke. */
  full: string;
  fault: string;
  loadPyodide: LoadPyodide;
  createPyodideModule: CreateModule;
  openOfflineApp: typeof import("./python.mjs").openOfflineApp;
  startPython: typeof import("./python.mjs").startPython;
  startFromSnapshot: typeof import("./python.mjs").startFromSnapshot;
  takeSnapshot: typeof import("./python.mjs").takeSnapshot;
}

/** Of Pyodide, what is used here. Python's own objects may be anything. */
interface Python {
  FS: FileSystem;
  _module: PythonModule;
  makeMemorySnapshot(): Uint8Array;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the module has
  pyimport(name: string): any;
  toPy(value: unknown): unknown;
  runPython(script: string): unknown;
}
interface PythonModule {
  HEAP8: Int8Array;
  HEAPU8: Uint8Array<ArrayBuffer>;
  _malloc(bytes: number): number;
}
interface FileSystem {
  filesystems: { NODEFS: unknown };
  mkdir(path: string): void;
  mkdirTree(path: string): void;
  mount(kind: unknown, options: { root: string }, path: string): void;
  writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
}
type CreateModule = (settings: object) => Promise<PythonModule>;
type LoadPyodide = (settings: object) => Promise<Python>;

interface WorkerGlobalScopeEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}
interface WorkerGlobalScope {
  readonly clients: Clients;
  addEventListener(type: "message", listener: (event: ExtendableMessageEvent) => void): void;
  /** Of templates/sw.js, which comes after these modules. */
  respondByDefault(request: Request): Promise<Response>;
  isFromApp(answer: Response): boolean;
  isStillUnreachable(timeout: number): Promise<boolean>;
  isServerReachable(): Promise<boolean>;
  noteResponse(answer: Response): Response;
  setUnreachable(): void;
  /** Of offline_copies.mjs. */
  canAnswerOffline(method: string, address: string): Promise<boolean>;
}

declare module "node:fs" {
  function mkdirSync(path: string, options: { recursive: boolean }): void;
  function readFileSync(path: URL, encoding: "utf8"): string;
}
declare module "node:url" {
  function pathToFileURL(path: string): URL;
}
declare const process: { argv: string[]; exit(code: number): never };
