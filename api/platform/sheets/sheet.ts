/** A date is a wall clock in its UTC fields, because tables have no time zones. Null is an empty cell. */
export type SheetCell = string | number | Date | null;

/** A fill of the cells of a column with certain values; workbooks only. */
export interface Shade {
  /** The text of the cell, or the lowest number. */
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
  /** The first that fits counts; empty cells stay blank. */
  readonly shades?: readonly Shade[];
}

/** What the table contains, as a label and a value. */
export type AboutLine = readonly [label: string, value: SheetCell];

/** A table that is read while it is written: only what one piece holds is ever in memory. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Some rows at a time. */
  readonly rows: AsyncIterable<readonly (readonly SheetCell[])[]>;
  /** Leading columns that name a row: a workbook keeps them in view and repeats them on each printed page. */
  readonly nameColumns: number;
  /** The last row of a workbook, outside its filter; called when all rows were read. */
  readonly footer?: () => readonly SheetCell[];
  /** The second sheet of a workbook. */
  readonly about: () => Promise<readonly AboutLine[]>;
}
