import { jest } from '@jest/globals';
import { barOf, withProgress } from './progress-bar.js';
import { processTerminal } from './process-terminal.js';

it('shows how much is done', () => {
  expect(barOf('Backing up', 0.1, '1,234 rows')).toBe(`Backing up  [###${'-'.repeat(27)}]  10 %  1,234 rows`);
  expect(barOf('Backing up', 2, '')).toBe(`Backing up  [${'#'.repeat(30)}] 100 %`);
});

it('goes away when the work is done, and when it fails', async () => {
  const shown: string[] = [];
  const terminal = { out: () => undefined, err: () => undefined, progress: (line: string) => void shown.push(line) };
  await withProgress(terminal, 'Restoring', async (show) => show(0.5));
  const failing = withProgress(terminal, 'Restoring', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(shown).toEqual([barOf('Restoring', 0.5, ''), '', '']);
});

it('is written over by what is said, and only shown on a terminal', () => {
  const written: string[] = [];
  const stderr = {
    isTTY: true,
    columns: 20,
    write: (text: string) => written.push(text),
  } as unknown as NodeJS.WriteStream;
  const error = jest.spyOn(console, 'error').mockImplementation((line: string) => void written.push(line));
  const terminal = processTerminal(stderr);
  terminal.progress!('longer than the terminal is wide');
  terminal.err('It failed.');
  error.mockRestore();
  expect(written).toEqual(['\r\u001B[2Klonger than the ter', '\r\u001B[2K', 'It failed.']);
  expect(processTerminal({ isTTY: false } as NodeJS.WriteStream).progress).toBeUndefined();
});
