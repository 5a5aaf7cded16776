/** Argument of the framework, in place of the `Module` of a Unity build. */
export interface TestModule extends WebAssembly.WebAssemblyInstantiatedSource {
  canvas: HTMLCanvasElement;
  /** Settings that the page passed to the loader, addresses included. */
  config: Record<string, string>;
  /** Contents of the data file by name. */
  files: Map<string, Uint8Array<ArrayBuffer>>;
  frameworkUrl: string;
  /** Shared with the worker of a threaded build, null in the others. */
  memory: WebAssembly.Memory | null;
  /** Absolute. */
  streamingAssetsUrl: string;
  /** Content of the symbols file, parsed; null without one. */
  symbols: unknown;
}

/** Result of `createUnityInstance`. */
export interface TestInstance {
  Module: TestModule;
  SetFullscreen(on: 0 | 1): void;
  SendMessage(object: string, method: string, parameter?: string | number): void;
  Quit(): Promise<void>;
}

/** Message to a worker that starts a thread in it. */
export interface ThreadStart {
  frameworkUrl: string;
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
}

/** Response to a request for a StreamingAssets file, as the game received it. */
export interface ReadAsset {
  status: number;
  type: string | null;
  contentRange: string | null;
  bytes: number[];
}

/** A running test build, published as `window.testGame`: its observations, and actions that a spec triggers. */
export interface TestGame {
  module: Pick<TestModule, 'config' | 'streamingAssetsUrl' | 'symbols'>;
  /** The text in the data file. */
  title: string;
  /** 2 + 3, computed by the WebAssembly module. */
  sum: number;
  /** The number in the shared memory, to which the page and a worker have each added 2 + 3; null without threads. */
  shared: number | null;
  /** PlayerPrefs found at the start, null when there were none. */
  preferences: string | null;
  /** Calls of SendMessage. */
  messages: [object: string, method: string, parameter?: string | number][];
  /** Keys of the `keydown` events that reached the game. */
  keys: string[];
  savePreferences(text: string): Promise<void>;
  /** Requests a file below StreamingAssets; `range` is the header of that name. */
  readAsset(path: string, range?: string): Promise<ReadAsset>;
  /** Resolves when the sound of the data file has played to its end. @throws when the browser blocks it */
  playSound(): Promise<void>;
}

/** Facts that the generator writes into a build as the global `testBuild`. */
export interface BuildFacts {
  /** The loader of Unity 2020 downloads by XMLHttpRequest, later ones by fetch. */
  requests: 'fetch' | 'XMLHttpRequest';
  isThreaded: boolean;
}
