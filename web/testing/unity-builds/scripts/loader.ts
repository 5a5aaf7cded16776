/** The loader of the test builds: a classic script that defines `createUnityInstance`, as the loaders of Unity 2020 to 6000 do. */
(() => {
  type BuildFacts = import('../test-game.js').BuildFacts;
  type TestInstance = import('../test-game.js').TestInstance;
  type TestModule = import('../test-game.js').TestModule;
  type Start = (module: TestModule) => Promise<TestInstance>;

  interface Config {
    dataUrl: string;
    frameworkUrl: string;
    codeUrl: string;
    symbolsUrl?: string;
    workerUrl?: string;
    streamingAssetsUrl: string;
    showBanner?: (message: string, type: 'error' | 'warning') => void;
  }

  const { requests, isThreaded } = (window as unknown as { testBuild: BuildFacts }).testBuild;

  const GZIP = [0x1f, 0x8b];

  /** Responds to requests for .unityweb files with their unpacked content. Runs in a worker created from this function's source text. */
  function unpacker(): void {
    const MARKER_BYTES = 36;
    const BLOCKS_AT = 2 + MARKER_BYTES;
    const END = 0b11;
    const unpackGzip = (packed: Uint8Array<ArrayBuffer>) =>
      new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
    /** Knows only stored blocks, which are all that the generator writes. */
    const unpackBrotli = (packed: Uint8Array<ArrayBuffer>) => {
      const blocks: Uint8Array<ArrayBuffer>[] = [];
      for (let at = BLOCKS_AT; packed[at] !== END;) {
        const header = packed[at]! | (packed[at + 1]! << 8) | (packed[at + 2]! << 16);
        const length = ((header >> 3) & 0xffff) + 1;
        blocks.push(packed.subarray(at + 3, at + 3 + length));
        at += 3 + length;
      }
      return new Blob(blocks).arrayBuffer();
    };
    const answer = async ({ bytes, isGzip }: { bytes: ArrayBuffer; isGzip: boolean }) => {
      const packed = new Uint8Array(bytes);
      const unpacked = await (isGzip ? unpackGzip(packed) : unpackBrotli(packed));
      self.postMessage(unpacked, { transfer: [unpacked] });
    };
    self.addEventListener('message', ({ data }) => void answer(data));
  }

  function unpack(bytes: ArrayBuffer): Promise<ArrayBuffer> {
    const address = URL.createObjectURL(new Blob([`(${unpacker.toString()})()`], { type: 'application/javascript' }));
    const worker = new Worker(address);
    return new Promise<ArrayBuffer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The worker that unpacks the build could not run.')));
      const isGzip = GZIP.every((byte, index) => new Uint8Array(bytes)[index] === byte);
      worker.postMessage({ bytes, isGzip }, [bytes]);
    }).finally(() => {
      worker.terminate();
      URL.revokeObjectURL(address);
    });
  }

  const isPacked = (url: string): boolean => new URL(url, document.baseURI).pathname.endsWith('.unityweb');

  async function fetchBytes(url: string): Promise<ArrayBuffer> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} could not be downloaded (${response.status}).`);
    return response.arrayBuffer();
  }

  /** As the loader of Unity 2020 downloads. */
  function requestBytes(url: string): Promise<ArrayBuffer> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('GET', url);
      request.responseType = 'arraybuffer';
      request.addEventListener('load', () => {
        if (request.status === 200) resolve(request.response as ArrayBuffer);
        else reject(new Error(`${url} could not be downloaded (${request.status}).`));
      });
      request.addEventListener('error', () => reject(new Error(`${url} could not be downloaded.`)));
      request.send();
    });
  }

  async function download(url: string): Promise<ArrayBuffer> {
    const bytes = await (requests === 'fetch' ? fetchBytes(url) : requestBytes(url));
    return isPacked(url) ? unpack(bytes) : bytes;
  }

  /** Adds the framework as a script: from its address, or from a blob when it had to be unpacked. */
  async function runFramework(url: string): Promise<{ start: Start; url: string }> {
    const script = document.createElement('script');
    script.src = isPacked(url)
      ? URL.createObjectURL(new Blob([await download(url)], { type: 'application/javascript' }))
      : url;
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => reject(new Error(`The framework ${script.src} could not run.`)));
      document.body.append(script);
    });
    const { unityFramework } = window as unknown as { unityFramework: Start };
    return { start: unityFramework, url: script.src };
  }

  const SIGNATURE = 'UnityWebData1.0\0';

  function unpackData(bytes: ArrayBuffer): Map<string, Uint8Array<ArrayBuffer>> {
    const view = new DataView(bytes);
    const textAt = (at: number, length: number) => new TextDecoder().decode(new Uint8Array(bytes, at, length));
    if (textAt(0, SIGNATURE.length) !== SIGNATURE) throw new Error('The data file is damaged.');
    const end = view.getUint32(SIGNATURE.length, true);
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    for (let at = SIGNATURE.length + 4; at < end;) {
      const [offset, size, nameLength] = [0, 4, 8].map((field) => view.getUint32(at + field, true)) as [
        number,
        number,
        number,
      ];
      files.set(textAt(at + 12, nameLength), new Uint8Array(bytes, offset, size));
      at += 12 + nameLength;
    }
    return files;
  }

  /** A module that needs no unpacking is compiled while it arrives, except by the loader of 2020. */
  async function loadCode(
    url: string,
    imports: WebAssembly.Imports,
  ): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
    if (requests === 'fetch' && !isPacked(url)) return WebAssembly.instantiateStreaming(fetch(url), imports);
    return WebAssembly.instantiate(await download(url), imports);
  }

  async function load(
    canvas: HTMLCanvasElement,
    config: Config,
    onProgress: (progress: number) => void,
  ): Promise<TestInstance> {
    // loaders of Unity report the data file only: as 0.9, while the code may still arrive
    const counted = async <T>(part: Promise<T>): Promise<T> => {
      const value = await part;
      onProgress(0.9);
      return value;
    };
    const memory = isThreaded ? new WebAssembly.Memory({ initial: 1, maximum: 16, shared: true }) : null;
    const [data, framework, code] = await Promise.all([
      counted(download(config.dataUrl)),
      runFramework(config.frameworkUrl),
      loadCode(config.codeUrl, memory ? { env: { memory } } : {}),
    ]);
    const symbols = config.symbolsUrl ? new TextDecoder().decode(await download(config.symbolsUrl)) : null;
    return framework.start({
      ...code,
      canvas,
      config: Object.fromEntries(Object.entries(config).filter(([, value]) => typeof value === 'string')),
      files: unpackData(data),
      frameworkUrl: framework.url,
      memory,
      streamingAssetsUrl: new URL(config.streamingAssetsUrl, document.baseURI).href,
      symbols: symbols === null ? null : (JSON.parse(symbols) as unknown),
    });
  }

  async function createUnityInstance(
    canvas: HTMLCanvasElement,
    config: Config,
    onProgress: (progress: number) => void = () => {},
  ): Promise<TestInstance> {
    onProgress(0);
    try {
      const game = await load(canvas, config, onProgress);
      onProgress(1);
      return game;
    } catch (error) {
      config.showBanner?.(String(error), 'error');
      throw error;
    }
  }

  Object.assign(window, { createUnityInstance });
})();
