import type { Terminal } from './terminal.js';

const COLUMNS = 80;
const CLEAR_LINE = '\r\u001B[2K';

/** The process's own streams; progress is shown on stderr where that is a terminal. */
export function processTerminal(stderr: NodeJS.WriteStream): Terminal {
  if (!stderr.isTTY) return { out: console.log, err: console.error };
  // Some terminals say that they have no columns.
  const show = (line: string): void => void stderr.write(CLEAR_LINE + line.slice(0, (stderr.columns || COLUMNS) - 1));
  const below =
    (print: (line: string) => void) =>
    (line: string): void => {
      show('');
      print(line);
    };
  return { out: below(console.log), err: below(console.error), progress: show };
}
