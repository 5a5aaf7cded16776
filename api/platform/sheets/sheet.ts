/** Value of a cell. A date has its wall-clock time in the UTC fields, because tables have no time zones. Null is empty. */
export type SheetCell = string | number | Date | null;

/** Fill color for the cells of a column with certain values. Workbooks only. */
export interface Shade {
  /** Text of the cell, or smallest number. */
  readonly value: string | number;
  /** RRGGBB. */
  readonly fill: string;
  /** A number format of spreadsheets, such as `0"%"`. */
  readonly format?: string;
}

export interface SheetColumn {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** The first matching shade applies. Empty cells have no shade. */
  readonly shades?: readonly Shade[];
}

/** A fact about the table: its label and value. */
export type AboutLine = readonly [label: string, value: SheetCell];

/** A table that is read while it is written. Only one piece at a time is in memory. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Rows in pieces. */
  readonly rows: AsyncIterable<readonly (readonly SheetCell[])[]>;
  /** Number of leading columns that name a row. A workbook keeps them in view and repeats them on each printed page. */
  readonly nameColumns: number;
  /** Returns the last row of a workbook, outside its filter. Called after all rows have been read. */
  readonly footer?: () => readonly SheetCell[];
  /** Returns the second sheet of a workbook. */
  readonly about: () => Promise<readonly AboutLine[]>;
}
