/* Types shared by the worker's modules. */

/** The offline app, the network and the database, as worker.mjs exports them. */
type OfflineApp = typeof import("./worker.mjs").offlineApp;
/** A request in parts, with the bytes of its body. */
type Pieces = [method: string, url: string, headers: Record<string, string>, body: Uint8Array];
/** Texts to store by name. Null deletes the stored text. */
type Changes = [name: string, text: string | null][];

interface Answer {
  status: number;
  headers: Record<string, string>;
  changes: Changes;
  rest(): Uint8Array<ArrayBuffer>;
}

/** The settings in /pocket-sw.js. */
interface Settings {
  hasServer: boolean;
  /** Paths of the start pages. */
  homes: string[];
  /** The URLs of all files, and those of Pyodide's files by the names it uses. */
  addresses: string[];
  files: Record<string, string>;
  /** The cache names of the memory snapshot: its index and its pages. */
  image: [string, string];
  assets: Record<string, string>;
  lock: string;
  /** Pages shown if the storage is full, and after an error. */
  full: string;
  fault: string;
  loadPyodide: LoadPyodide;
  createPyodideModule: CreateModule;
  openOfflineApp: typeof import("./python.mjs").openOfflineApp;
  startPython: typeof import("./python.mjs").startPython;
  startFromSnapshot: typeof import("./python.mjs").startFromSnapshot;
  takeSnapshot: typeof import("./python.mjs").takeSnapshot;
}

/** The part of Pyodide that is used here. Python objects have any type. */
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
  /** Defined in templates/sw.js, which is loaded after these modules. */
  respondByDefault(request: Request): Promise<Response>;
  isFromApp(answer: Response): boolean;
  isStillUnreachable(timeout: number): Promise<boolean>;
  isServerReachable(): Promise<boolean>;
  noteResponse(answer: Response): Response;
  setUnreachable(): void;
  /** Defined in offline_copies.mjs. */
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
