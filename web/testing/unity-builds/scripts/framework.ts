/**
 * The framework of the test builds: a classic script that defines `unityFramework`. It uses the page as the frameworks of Unity
 * do: keys, PlayerPrefs, StreamingAssets, sound and threads. In a worker it runs a thread.
 */
(() => {
  type ReadAsset = import('../test-game.js').ReadAsset;
  type TestGame = import('../test-game.js').TestGame;
  type TestInstance = import('../test-game.js').TestInstance;
  type TestModule = import('../test-game.js').TestModule;
  type ThreadStart = import('../test-game.js').ThreadStart;
  type Add = (first: number, second: number) => number;

  const SUMMANDS = [2, 3] as const;
  const MEMORY_FILES = 'FILE_DATA';
  const IDBFS_VERSION = 21;
  const PREFERENCES = '/idbfs/test-build/PlayerPrefs';

  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed.')));
    });

  /** Opens the database that emscripten names by its mount point. */
  function openFileSystem(): Promise<IDBDatabase> {
    const opening = indexedDB.open('/idbfs', IDBFS_VERSION);
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore(MEMORY_FILES).createIndex('timestamp', 'timestamp', { unique: false });
    });
    return settled(opening);
  }

  async function readPreferences(): Promise<string | null> {
    const database = await openFileSystem();
    const store = database.transaction(MEMORY_FILES, 'readonly').objectStore(MEMORY_FILES);
    const file = (await settled(store.get(PREFERENCES))) as { contents: Uint8Array } | undefined;
    database.close();
    return file ? new TextDecoder().decode(file.contents) : null;
  }

  async function savePreferences(text: string): Promise<void> {
    const database = await openFileSystem();
    const store = database.transaction(MEMORY_FILES, 'readwrite').objectStore(MEMORY_FILES);
    const file = { timestamp: new Date(), mode: 0o100666, contents: new TextEncoder().encode(text) };
    await settled(store.put(file, PREFERENCES));
    database.close();
  }

  async function readAsset(folder: string, path: string, range?: string): Promise<ReadAsset> {
    const response = await fetch(`${folder}/${path}`, range === undefined ? {} : { headers: { Range: range } });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      contentRange: response.headers.get('content-range'),
      bytes: [...new Uint8Array(await response.arrayBuffer())],
    };
  }

  async function playSound(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const sound = new Audio();
    const ended = new Promise<void>((resolve, reject) => {
      sound.addEventListener('ended', () => resolve());
      sound.addEventListener('error', () => reject(new Error(`The sound is refused: ${sound.error?.message}`)));
    });
    sound.src = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
    await Promise.all([sound.play(), ended]);
    URL.revokeObjectURL(sound.src);
  }

  /** Prevents the default of every key of the window, and of presses on the canvas, as emscripten does. */
  function listenToInput(canvas: HTMLCanvasElement, received: string[], signal: AbortSignal): void {
    for (const type of ['keydown', 'keypress', 'keyup'] as const) {
      const listener = (event: KeyboardEvent) => {
        if (type === 'keydown') received.push(event.key);
        event.preventDefault();
      };
      window.addEventListener(type, listener, { capture: true, signal });
    }
    canvas.addEventListener('mousedown', (event) => event.preventDefault(), { signal });
  }

  /** Runs a thread in a worker: of its own file, or of the framework as Unity 6 does. */
  function runThread({ config, frameworkUrl, module, memory }: TestModule): Promise<number | null> {
    if (!memory) return Promise.resolve(null);
    const worker = new Worker(config.workerUrl ?? frameworkUrl);
    return new Promise<number>((resolve, reject) => {
      worker.addEventListener('message', () => resolve(new Int32Array(memory.buffer)[0]!));
      worker.addEventListener('error', ({ message }) => reject(new Error(`The thread could not run: ${message}`)));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages of workers have no target origin
      worker.postMessage({ frameworkUrl, module, memory } satisfies ThreadStart);
    }).finally(() => worker.terminate());
  }

  const BACKGROUND_OF_SUM = 20;
  const FONT_OF_HEIGHT = 0.045;

  /** Draws the background in a colour that the WebAssembly module computed, and what the game observed. */
  function draw(canvas: HTMLCanvasElement, game: TestGame): void {
    canvas.width = canvas.clientWidth * devicePixelRatio;
    canvas.height = canvas.clientHeight * devicePixelRatio;
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = `rgb(10 60 ${game.sum * BACKGROUND_OF_SUM})`;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    const size = canvas.height * FONT_OF_HEIGHT;
    pen.fillStyle = 'white';
    pen.font = `${size}px monospace`;
    const { config } = game.module;
    const lines = [
      game.title,
      `${config.companyName} · ${config.productName} · ${config.productVersion}`,
      `messages: ${game.messages.map(([, method]) => method).join(' ')}`,
      `keys: ${game.keys.slice(-20).join(' ')}`,
      `preferences: ${game.preferences}`,
      `shared memory: ${game.shared}`,
    ];
    for (const [index, line] of lines.entries()) pen.fillText(line, size, size * 2 * (index + 1));
  }

  async function unityFramework(module: TestModule): Promise<TestInstance> {
    const { canvas, config, files, streamingAssetsUrl, symbols } = module;
    const end = new AbortController();
    const game: TestGame = {
      module: { config, streamingAssetsUrl, symbols },
      title: new TextDecoder().decode(files.get('title.txt')),
      sum: (module.instance.exports.add as Add)(...SUMMANDS),
      shared: await runThread(module),
      preferences: await readPreferences(),
      messages: [],
      keys: [],
      savePreferences,
      readAsset: (path, range) => readAsset(streamingAssetsUrl, path, range),
      playSound: () => playSound(files.get('tone.wav')!),
    };
    listenToInput(canvas, game.keys, end.signal);
    const loop = (): void => {
      if (end.signal.aborted) return;
      draw(canvas, game);
      requestAnimationFrame(loop);
    };
    loop();
    Object.assign(window, { testGame: game });
    return {
      Module: module,
      SetFullscreen: (on) => void (on === 1 ? canvas.requestFullscreen() : document.exitFullscreen()),
      SendMessage: (...message) => void game.messages.push(message),
      Quit: async () => end.abort(),
    };
  }

  async function startThread({ module, memory }: ThreadStart): Promise<void> {
    const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
    (exports.add as Add)(...SUMMANDS);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages of workers have no target origin
    self.postMessage('added');
  }

  Object.assign(self, { unityFramework, startThread });
  const isWorker = !('document' in globalThis);
  if (isWorker) self.addEventListener('message', ({ data }: MessageEvent<ThreadStart>) => void startThread(data));
})();
