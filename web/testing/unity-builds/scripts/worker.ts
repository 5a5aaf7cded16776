/** The worker file of a threaded test build: fetches the framework and starts a thread in it, as emscripten's does. */
(() => {
  type ThreadStart = import('../test-game.js').ThreadStart;
  interface WorkerScope {
    importScripts(url: string): void;
    startThread(start: ThreadStart): Promise<void>;
  }

  const scope = self as unknown as WorkerScope;
  self.addEventListener('message', ({ data }: MessageEvent<ThreadStart>) => {
    scope.importScripts(data.frameworkUrl);
    void scope.startThread(data);
  });
})();
