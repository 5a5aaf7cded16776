/** Where a command writes: `out` its answer, `err` why there is none; one line a call. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
}

/** Rows as aligned columns, each as wide as its widest cell; cells that are numbers go to the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (/^[\d,]+$/.test(cell) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** 1234567 → 1,234,567. */
export const count = (value: number): string => value.toLocaleString('en-US');
