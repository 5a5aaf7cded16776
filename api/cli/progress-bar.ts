import bars from 'cli-progress';
import { count, type Terminal } from './terminal.js';

const WIDTH = 30;

/** Reports progress: a share from 0 to 1, and an optional detail. */
export type ShowProgress = (share: number, detail?: string) => void;

/** A progress bar on a terminal. */
interface OpenBar {
  readonly show: ShowProgress;
  /** Removes the bar. */
  close(): void;
}

/** Draws a bar on `stream`. Draws nothing when the stream is not a terminal. */
export function openBar(stream: NodeJS.WriteStream, what: string): OpenBar {
  const bar = new bars.SingleBar({
    stream,
    format: '{what}  [{bar}] {percentage} %  {detail}',
    barsize: WIDTH,
    barCompleteChar: '#',
    clearOnComplete: true,
  });
  bar.start(1, 0, { what, detail: '' });
  return { show: (share, detail = '') => bar.update(share, { detail }), close: () => bar.stop() };
}

/** Runs `work` with a progress bar that is removed afterwards. Shows no bar when the output is not a terminal. */
export async function withProgress<T>(
  terminal: Terminal,
  what: string,
  work: (show: ShowProgress) => Promise<T>,
): Promise<T> {
  if (!terminal.bars) return work(() => undefined);
  const { show, close } = openBar(terminal.bars, what);
  try {
    return await work(show);
  } finally {
    close();
  }
}

/** Formats `1,234,567 rows, 45,000 a second`, counted from the first call. */
export function pace(unit: string): (done: number) => string {
  const began = performance.now();
  return (done) => {
    const seconds = Math.max(0.001, (performance.now() - began) / 1_000);
    return `${count(done)} ${unit}, ${count(Math.round(done / seconds))} a second`;
  };
}
