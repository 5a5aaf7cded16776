import { count, type Terminal } from './terminal.js';

const WIDTH = 30;
const AT_MOST_EVERY_MS = 100;

/** Shows how much of a piece of work is done: a share of 1, and what there is to say besides. */
export type ShowProgress = (share: number, detail?: string) => void;

/** Runs `work` under a bar that goes away with it; where nobody looks on there is none. */
export async function withProgress<T>(
  terminal: Terminal,
  what: string,
  work: (show: ShowProgress) => Promise<T>,
): Promise<T> {
  let shownAt = -Infinity;
  const show: ShowProgress = (share, detail = '') => {
    if (performance.now() - shownAt < AT_MOST_EVERY_MS) return;
    shownAt = performance.now();
    terminal.progress?.(barOf(what, share, detail));
  };
  try {
    return await work(show);
  } finally {
    terminal.progress?.('');
  }
}

/** `Backing up  [#####-------------------------]  17 %  1,234,567 rows`. */
export function barOf(what: string, share: number, detail: string): string {
  const whole = Math.min(1, Math.max(0, share));
  const done = Math.floor(whole * WIDTH);
  const percent = String(Math.floor(whole * 100)).padStart(3);
  return `${what}  [${'#'.repeat(done)}${'-'.repeat(WIDTH - done)}] ${percent} %  ${detail}`.trimEnd();
}

/** `1,234,567 rows, 45,000 a second`, counted from the first call. */
export function pace(unit: string): (done: number) => string {
  const began = performance.now();
  return (done) => {
    const seconds = Math.max(0.001, (performance.now() - began) / 1_000);
    return `${count(done)} ${unit}, ${count(Math.round(done / seconds))} a second`;
  };
}
