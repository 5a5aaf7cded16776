const TIMEOUT_MS = 5_000;

/** Error: the code of a page, a dialog or a part of a page could not be loaded. */
export class LoadFailure extends Error {
  constructor(cause: unknown) {
    super('The code could not be loaded.', { cause });
    this.name = 'LoadFailure';
  }
}

/** Wraps the error of a failed import in a {@link LoadFailure}, to distinguish it from an error in the code itself. */
export const failAsLoad = (cause: unknown): never => {
  throw new LoadFailure(cause);
};

/**
 * Why code could not be loaded: the server does not respond, or it serves a newer build with other file names. `unknown`: it responds and
 * serves this build.
 */
export type LoadFailureCause = 'unreachable' | 'new-version' | 'unknown';

/**
 * Fetches the page's document and compares its scripts with the running ones. A new build keeps the names of unchanged files, so every
 * script is compared.
 */
export async function causeOfLoadFailure(): Promise<LoadFailureCause> {
  const running = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')];
  try {
    const answer = await window.fetch('/', {
      cache: 'no-store',
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) return 'unreachable';
    const page = await answer.text();
    return running.every(({ src }) => page.includes(new URL(src).pathname)) ? 'unknown' : 'new-version';
  } catch {
    return 'unreachable';
  }
}
