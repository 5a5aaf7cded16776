import { replaceMethod } from './replace-method.js';

/** Listener of the watched requests; `url` is one of the watched addresses. */
export interface RequestListener {
  /** Called when `bytes` of the response have arrived, counted after decompression by the browser. */
  onBytes(url: string, bytes: number): void;
  onComplete(url: string): void;
  onFailed(url: string, reason: string): void;
}

/** Ends the watch. Unfinished requests continue unwatched, or are aborted. */
export type EndWatch = (unfinished: 'continue' | 'abort') => void;

const absolute = (url: string | URL): string => new URL(url, document.baseURI).href;

/**
 * Watches the page's GET requests for `urls`, by `fetch` and by `XMLHttpRequest`. The caller of `fetch` receives the original response,
 * because browsers compile WebAssembly while it arrives only from that.
 */
export function watchRequests(urls: readonly string[], listener: RequestListener): EndWatch {
  const watched = new Map(urls.map((url) => [absolute(url), url]));
  const unfinished = new Set<() => void>();
  let isOver = false;
  const watchedUrl = (method: string, url: string | URL): string | undefined =>
    method.toUpperCase() === 'GET' ? watched.get(absolute(url)) : undefined;

  /** Reports one request, until the request or the watch has ended. */
  function begin(url: string, abort: () => void) {
    unfinished.add(abort);
    const end = (report: () => void): void => {
      if (unfinished.delete(abort) && !isOver) report();
    };
    return {
      arrived: (bytes: number) => void (isOver || listener.onBytes(url, bytes)),
      answered: (status: number) =>
        end(() => (status < 400 ? listener.onComplete(url) : listener.onFailed(url, `status ${status}`))),
      failed: (reason: string) => end(() => listener.onFailed(url, reason)),
    };
  }

  async function watchedFetch(url: string, original: typeof fetch, ...[input, init]: Parameters<typeof fetch>) {
    const aborter = new AbortController();
    const given = init?.signal ?? (input instanceof Object && 'signal' in input ? input.signal : null);
    // AbortSignal.any would be shorter, but Safari supports it only since 17.4
    const forwardAbort = (): void => aborter.abort(given?.reason);
    if (given?.aborted) forwardAbort();
    given?.addEventListener('abort', forwardAbort, { once: true });
    const request = begin(url, () => aborter.abort());
    try {
      const response = await original.call(window, input, { ...init, signal: aborter.signal });
      void countBytes(response, request.arrived).then(
        () => request.answered(response.status),
        (error: unknown) => request.failed(String(error)),
      );
      return response;
    } catch (error) {
      request.failed(String(error));
      throw error;
    }
  }

  function watchXhr(url: string, xhr: XMLHttpRequest): void {
    const request = begin(url, () => xhr.abort());
    xhr.addEventListener('progress', ({ loaded }) => request.arrived(loaded));
    xhr.addEventListener('load', () => request.answered(xhr.status));
    for (const type of ['error', 'timeout', 'abort']) xhr.addEventListener(type, () => request.failed(type));
  }

  const restore = [
    replaceMethod(window, 'fetch', (original) => (...request) => {
      const [input, init] = request;
      const isRequest = input instanceof Object && 'url' in input;
      const url = watchedUrl(init?.method ?? (isRequest ? input.method : 'GET'), isRequest ? input.url : input);
      return url ? watchedFetch(url, original, ...request) : original.call(window, ...request);
    }),
    replaceMethod(
      XMLHttpRequest.prototype,
      'open',
      (open) =>
        function (this: XMLHttpRequest, ...request: Parameters<typeof open>) {
          const url = watchedUrl(request[0], request[1]);
          if (url) watchXhr(url, this);
          open.apply(this, request);
        } as typeof open,
    ),
  ];
  return (what) => {
    isOver = true;
    for (const back of restore) back();
    // an unfinished request would keep the browser's cache from answering the next one
    if (what === 'abort') for (const abort of unfinished) abort();
    unfinished.clear();
  };
}

/** Reads a copy of the response to its end. Calls back with the bytes read so far, starting at 0. */
async function countBytes(response: Response, onBytes: (bytes: number) => void): Promise<void> {
  let bytes = 0;
  onBytes(bytes);
  const reader = response.clone().body?.getReader();
  if (!reader) return;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    onBytes(bytes);
  }
}
