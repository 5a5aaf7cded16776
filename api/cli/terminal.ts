/** Where a command writes: `out` its answer, `err` why there is none; one line a call. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Progress bars are drawn here; undefined when the output is not a terminal. */
  readonly bars?: NodeJS.WriteStream;
  /** Asks a question and returns the typed line; undefined when the input is not a terminal. */
  ask?(question: string): Promise<string>;
}

const NUMBER = /^[\d,]+$/;

/** Rows as aligned columns, each as wide as its widest cell; below the first row all numbers: to the right. */
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

/** 1234567 → 1,234,567. */
export const count = (value: number): string => value.toLocaleString('en-US');
