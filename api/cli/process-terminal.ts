import { clearLine, cursorTo } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import type { Terminal } from './terminal.js';

/** The process's own streams. Progress bars are drawn on stderr. Questions require terminals for input and output. */
export function processTerminal(stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream): Terminal {
  if (!stderr.isTTY) return { out: console.log, err: console.error };
  // A progress bar may fill the current line. It is drawn again below the printed line.
  const instead =
    (print: (line: string) => void) =>
    (line: string): void => {
      cursorTo(stderr, 0);
      clearLine(stderr, 0);
      print(line);
    };
  const terminal = { out: instead(console.log), err: instead(console.error), bars: stderr };
  return stdin.isTTY ? { ...terminal, ask: (question) => ask(question, stdin, stderr) } : terminal;
}

/** Returns '' when the input ends before a line is typed. */
async function ask(question: string, input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<string> {
  const lines = createInterface({ input, output });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return (await Promise.race([lines.question(question), ended])).trim();
  } finally {
    lines.close();
  }
}
