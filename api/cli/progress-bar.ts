import bars from 'cli-progress';
import type { CopyProgress } from '../platform/eventsourcing/copying/copy-log.js';
import { count, type Terminal } from './terminal.js';

const WIDTH = 30;

/** Reports progress: a share from 0 to 1, an optional detail, and what is being done if that has changed. */
export type ShowProgress = (share: number, detail?: string, what?: string) => void;

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
  const show: ShowProgress = (share, detail = '', now = what) => bar.update(share, { detail, what: now });
  return { show, close: () => bar.stop() };
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

/** Formats `1,234,567 rows, 45,000 a second`, counted from the first call. With a total, the time left comes first: `27 min left, …`. */
export function pace(unit: string): (done: number, of?: number) => string {
  let first: { readonly done: number; readonly at: number } | undefined;
  return (done, of) => {
    const now = performance.now();
    first ??= { done, at: now };
    const perSecond = (done - first.done) / Math.max(0.001, (now - first.at) / 1_000);
    const text = `${count(done)} ${unit}`;
    if (perSecond === 0) return text;
    const left = of === undefined ? '' : `${duration((of - done) / perSecond)} left, `;
    return `${left}${text}, ${count(Math.round(perSecond))} a second`;
  };
}

const STEPS = { checking: 'Checking the log', copying: 'Copying the log', comparing: 'Comparing the logs' } as const;

/** Shows a separate bar for each step of copying a log. */
export function showCopy(show: ShowProgress): (progress: CopyProgress) => void {
  let say = pace('events');
  let last: CopyProgress['step'] | undefined;
  return ({ step, events, of }) => {
    if (step !== last) say = pace('events');
    last = step;
    show(of === undefined ? 0 : Math.min(1, events / of), say(events, of), STEPS[step]);
  };
}

/** Formats a duration as `40 s`, `27 min` or `1 h 40 min`. */
function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
