import type { UnityBuild } from '../../../api/contracts/client-config.contract.js';
import { type EndWatch, watchRequests } from './watch-requests.js';

export type BuildFiles = NonNullable<UnityBuild['files']>;

/** How much of a build has arrived. */
export interface DownloadProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  /** Everything has arrived; the game compiles and starts. */
  readonly isComplete: boolean;
}

/**
 * The download of a build's files, counted in bytes. The build's loader requests data and code. Loader and framework are
 * scripts, whose bytes browsers do not report: `fetchScripts` requests them first, into the browser's cache. Symbols and
 * worker count once they are requested, because most games never need them.
 */
export class BuildDownload {
  readonly #bytes = new Map<string, number>();
  readonly #complete = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #loaderHasAll = false;
  #progress: DownloadProgress;

  constructor(readonly files: BuildFiles) {
    this.#progress = this.#sum();
  }

  readonly read = (): DownloadProgress => this.#progress;

  /** Calls `listener` for each arrival, even when `read` returns an equal value. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Starts counting. Calls `onFailed` when a required file could not be loaded. */
  watch(onFailed: (reason: string) => void): EndWatch {
    const urls = Object.values(this.files).flatMap((file) => file?.url ?? []);
    return watchRequests(urls, {
      onBytes: (url, bytes) => {
        // a file that is requested twice comes from the cache the second time
        this.#bytes.set(url, Math.max(bytes, this.#bytes.get(url) ?? 0));
        this.#changed();
      },
      onComplete: (url) => {
        this.#complete.add(url);
        this.#changed();
      },
      onFailed: (url, reason) => {
        if (url !== this.files.symbols?.url) onFailed(`${url}: ${reason}`);
      },
    });
  }

  /** Downloads loader and framework into the browser's cache. @throws Error when one of them could not be loaded */
  async fetchScripts(): Promise<void> {
    const { loader, framework } = this.files;
    await Promise.all(
      [loader, framework].map(async ({ url }) => {
        const response = await fetch(url);
        if (!response.ok) throw new Error(`${url}: status ${response.status}`);
        await response.arrayBuffer();
      }),
    );
  }

  /**
   * Processes the progress that the build's loader reports, from 0 to 1. Only the value 1 is used, because most loaders count only the data
   * file and report 0.9 while the code still arrives.
   */
  loaderReports(progress: number): void {
    this.#loaderHasAll = progress >= 1;
    this.#changed();
  }

  #changed(): void {
    this.#progress = this.#sum();
    for (const listener of this.#listeners) listener();
  }

  #sum(): DownloadProgress {
    const { symbols, worker, ...needed } = this.files;
    const requested = [symbols, worker].flatMap((file) => (file && this.#bytes.has(file.url) ? file : []));
    const counted = [...Object.values(needed), ...requested];
    const has = ({ url }: { url: string }): boolean => this.#loaderHasAll || this.#complete.has(url);
    const bytesOf = (file: { url: string; bytes: number }): number =>
      has(file) ? file.bytes : Math.min(file.bytes, this.#bytes.get(file.url) ?? 0);
    return {
      bytes: counted.reduce((sum, file) => sum + bytesOf(file), 0),
      totalBytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
      isComplete: counted.every(has),
    };
  }
}
