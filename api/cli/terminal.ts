/** Output of a command: `out` prints a line of the result, `err` a line of errors. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Progress bars are drawn here; undefined when the output is not a terminal. */
  readonly bars?: NodeJS.WriteStream;
  /** Asks a question and returns the typed line; undefined when the input is not a terminal. */
  ask?(question: string): Promise<string>;
}

const NUMBER = /^[\d,]+$/;

/** Formats rows in aligned columns as wide as their widest cell. Columns with only numbers below the first row are right-aligned. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]!));
  const padded = columns.map((cells) => {
    const width = Math.max(...cells.map((cell) => cell.length));
    const right = cells.slice(1).every((cell) => NUMBER.test(cell));
    return cells.map((cell) => (right ? cell.padStart(width) : cell.padEnd(width)));
  });
  return rows.map((_, row) =>
    padded
      .map((cells) => cells[row])
      .join('  ')
      .trimEnd(),
  );
}

/** Formats 1234567 as 1,234,567. */
export const count = (value: number): string => value.toLocaleString('en-US');
