import { jest } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { withProgress } from './progress-bar.js';
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
