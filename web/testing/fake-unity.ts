import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { act, waitFor } from '@testing-library/react';
import { CLIENT_CONFIG, type FakeAnswer } from './fake-server.js';
import { USER_ID } from './open-app.js';

interface LoaderConfig extends Record<string, unknown> {
  dataUrl: string;
  codeUrl: string;
  showBanner: (message: string, type: string) => void;
}

/** Requests for the four files of the build. */
export const FILE_REQUESTS = Object.values(CLIENT_CONFIG.unityBuild.files!).flatMap((file) =>
  file ? [`GET ${file.url}`] : [],
);

export const STARTUP = {
  userName: 'mara',
  userId: USER_ID,
  webApiUrl: 'http://localhost/api',
  organization: 'Delta 3',
  sysHighClassification: 'UNCLASSIFIED',
  udlApiURL: '',
  udlUsername: '',
  udlPassword: 'secret',
};

/** Responses while a build is loaded: its four files and the startup arguments. */
export const gameAnswers: Record<string, FakeAnswer> = {
  'GET /api/game/startup': { body: STARTUP },
  ...Object.fromEntries(FILE_REQUESTS.map((request) => [request, {}])),
};

/** Returns a file of the build whose arrival the test controls. */
export function slowFile() {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const answer: FakeAnswer = { pieces: stream[Symbol.asyncIterator]() };
  return {
    answer,
    arrive: (bytes: number) => act(async () => controller.enqueue(new Uint8Array(bytes))),
    end: () => act(async () => controller.close()),
    cut: () => act(async () => controller.error(new TypeError('network error'))),
  };
}

/** A build whose loader requests data and code, and is then controlled by the test. */
export function fakeUnity() {
  let config: LoaderConfig | null = null;
  let reportProgress: (progress: number) => void = () => {};
  let finish: { ready: (instance: object) => void; fail: (error: Error) => void } | null = null;
  const messages: unknown[][] = [];
  const calls: string[] = [];
  const instance = {
    Module: {},
    SendMessage: (...message: unknown[]) => void messages.push(message),
    SetFullscreen: (on: number) => void calls.push(`fullscreen ${on}`),
    Quit: () => {
      calls.push('quit');
      return Promise.resolve();
    },
  };
  Object.assign(window, {
    createUnityInstance: (_: unknown, given: LoaderConfig, progress: typeof reportProgress) => {
      config = given;
      reportProgress = progress;
      calls.push('create');
      for (const url of [given.dataUrl, given.codeUrl]) void fetch(url).catch(() => undefined);
      return new Promise((ready, fail) => (finish = { ready, fail }));
    },
  });
  const script = () => document.querySelector<HTMLScriptElement>('script[src*="loader.js"]');
  return {
    messages,
    calls,
    instance,
    config: () => config!,
    /** Simulates that the loader script has loaded, and waits for its call. */
    async begin(): Promise<void> {
      await waitFor(() => expect(script()).not.toBeNull());
      await act(async () => void script()!.dispatchEvent(new Event('load')));
    },
    progress: (progress: number) => act(() => reportProgress(progress)),
    fail: (error: Error) => act(async () => finish!.fail(error)),
    complain: (message: string, type = 'error') => act(() => config!.showBanner(message, type)),
    async run(): Promise<void> {
      act(() => reportProgress(1));
      await act(async () => finish!.ready(instance));
    },
  };
}

/** Raises an event of the game. */
export const raise = (name: string, ...parameters: unknown[]): Promise<void> =>
  act(async () =>
    (window as unknown as { dispatchReactUnityEvent: (...all: unknown[]) => void }).dispatchReactUnityEvent(
      name,
      ...parameters,
    ),
  );
