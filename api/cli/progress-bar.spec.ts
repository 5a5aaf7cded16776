import { jest } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { type ShowProgress, showCopy, withProgress } from './progress-bar.js';
import type { CopyProgress } from '../platform/eventsourcing/copying/copy-log.js';
import { processTerminal } from './process-terminal.js';

const noInput = { isTTY: false } as NodeJS.ReadStream;

/** A terminal of 80 columns, with the text written to it. */
function terminalStream() {
  const written: string[] = [];
  const output = new PassThrough().on('data', (text: Buffer) => written.push(text.toString()));
  const stream = Object.assign(output, { isTTY: true, columns: 80 }) as unknown as NodeJS.WriteStream;
  return { stream, written, text: () => stripVTControlCharacters(written.join('')) };
}

it('shows the progress', async () => {
  const { stream, text } = terminalStream();
  await withProgress(processTerminal(noInput, stream), 'Backing up', async (show) => show(0.1, '1,234 rows'));
  expect(text()).toContain(`Backing up  [###${'-'.repeat(27)}] 10 %  1,234 rows`);
});

it('shows the steps of a copy, each with its speed and, with a total, the time left first', () => {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const show = jest.fn<ShowProgress>();
  const report = showCopy(show);
  const after = (seconds: number, progress: CopyProgress) => {
    now += seconds * 1_000;
    report(progress);
    return show.mock.lastCall;
  };
  expect(after(0, { step: 'checking', events: 500 })).toEqual([0, '500 events', 'Checking the log']);
  expect(after(1, { step: 'checking', events: 1_500 })).toEqual([
    0,
    '1,500 events, 1,000 a second',
    'Checking the log',
  ]);
  expect(after(9, { step: 'copying', events: 10_000, of: 1_000_000 })).toEqual([
    0.01,
    '10,000 events',
    'Copying the log',
  ]);
  expect(after(10, { step: 'copying', events: 11_650, of: 1_000_000 })).toEqual([
    0.01165,
    '1 h 40 min left, 11,650 events, 165 a second',
    'Copying the log',
  ]);
  expect(after(5_990, { step: 'copying', events: 999_000, of: 1_000_000 })?.[1]).toMatch(/^7 s left, 999,000 events, /);
  clock.mockRestore();
});

it('removes the bar when the work is finished or fails', async () => {
  const { stream, written } = terminalStream();
  const terminal = processTerminal(noInput, stream);
  const endsCleared = (): boolean => written.at(-1) === '\u001B[2K';
  await withProgress(terminal, 'Restoring', async (show) => show(0.5));
  expect(endsCleared()).toBe(true);
  const failing = withProgress(terminal, 'Restoring', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(endsCleared()).toBe(true);
});

it('prints lines instead of the bar, and shows no bar without a terminal', async () => {
  const { stream, text } = terminalStream();
  const error = jest.spyOn(console, 'error').mockImplementation((line: string) => void stream.write(`${line}\n`));
  processTerminal(noInput, stream).err('It failed.');
  error.mockRestore();
  expect(text()).toBe('It failed.\n');
  const piped = terminalStream();
  Object.assign(piped.stream, { isTTY: false });
  await withProgress(processTerminal(noInput, piped.stream), 'Restoring', async (show) => show(0.5));
  expect(piped.written).toEqual([]);
});

it('asks on a terminal, and treats ended input as an empty answer', async () => {
  const { stream } = terminalStream();
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream & PassThrough;
  const terminal = processTerminal(input, stream);
  const typed = terminal.ask!('Sure? ');
  input.write(' mara \n');
  expect(await typed).toBe('mara');
  const ended = terminal.ask!('Sure? ');
  input.end();
  expect(await ended).toBe('');
  expect(processTerminal(noInput, stream).ask).toBeUndefined();
});
