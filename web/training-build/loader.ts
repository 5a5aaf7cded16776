import type { GameModule, RunningGame } from './framework.js';
import type { FlightModuleExports } from './flight/flight-module.js';

/** Configuration from the page, with the addresses of the build's files. */
interface LoaderConfig {
  dataUrl: string;
  frameworkUrl: string;
  codeUrl: string;
  showBanner?: (message: string, type: 'error' | 'warning') => void;
}

/** Instance that the page receives, the same as from any other build. */
interface Instance {
  Module: object;
  SetFullscreen(on: 0 | 1): void;
  SendMessage(object: string, method: string, parameter?: string | number): void;
  Quit(): Promise<void>;
}

declare global {
  interface Window {
    createUnityInstance?: typeof createInstance;
  }
}

/** Loads code, framework and data, reports the progress from 0 to 1, and starts the game on the canvas. */
async function createInstance(
  canvas: HTMLCanvasElement,
  config: LoaderConfig,
  onProgress: (progress: number) => void = () => undefined,
): Promise<Instance> {
  let loaded = 0;
  const counted = async <T>(part: Promise<T>): Promise<T> => {
    const value = await part;
    loaded += 1;
    onProgress(loaded * 0.3);
    return value;
  };
  onProgress(0);
  try {
    const [code, start] = await Promise.all([
      counted(loadCode(config.codeUrl)),
      counted(loadFramework(config.frameworkUrl)),
      counted(checkData(config.dataUrl)),
    ]);
    // Does not start when the player left the page during the load.
    if (!canvas.isConnected) throw new Error('The page was closed while the game was loading.');
    const game: RunningGame = start({ canvas, code } satisfies GameModule);
    onProgress(1);
    return {
      Module: {},
      SetFullscreen: (on) => void setFullScreen(canvas, on === 1),
      SendMessage: (...message) => game.receive(...message),
      Quit: async () => game.stop(),
    };
  } catch (error) {
    config.showBanner?.(error instanceof Error ? error.message : String(error), 'error');
    throw error;
  }
}

/** Enters full screen with the frame, because the screens cover the canvas. A refusal by the browser is ignored. */
async function setFullScreen(canvas: HTMLCanvasElement, on: boolean): Promise<void> {
  try {
    if (on) await canvas.parentElement?.requestFullscreen();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {
    // not allowed here, or no longer allowed
  }
}

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded (${response.status}).`);
  return response;
}

async function loadCode(url: string): Promise<FlightModuleExports> {
  const { instance } = await WebAssembly.instantiateStreaming(fetched(url), {});
  return instance.exports as unknown as FlightModuleExports;
}

/** The framework is a classic script that defines `unityFramework`. */
function loadFramework(url: string): Promise<(module: GameModule) => RunningGame> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => {
      script.remove();
      const start = window.unityFramework;
      delete window.unityFramework;
      if (start) resolve(start);
      else reject(new Error(`${url} does not define unityFramework.`));
    });
    script.addEventListener('error', () => reject(new Error(`${url} could not be loaded.`)));
    document.body.append(script);
  });
}

const SIGNATURE = 'UnityWebData1.0\0';

/** Checks the data file. The contract requires it; in this build it contains only a signature. */
async function checkData(url: string): Promise<void> {
  const bytes = new Uint8Array(await (await fetched(url)).arrayBuffer());
  const signature = new TextDecoder().decode(bytes.subarray(0, SIGNATURE.length));
  if (signature !== SIGNATURE) throw new Error(`${url} is not the data file of a build.`);
}

window.createUnityInstance = createInstance;
