/** A date is a wall clock in its UTC fields: tables know no zones. Null is an empty cell. */
export type SheetCell = string | number | Date | null;

export interface SheetColumn {
  readonly title: string;
  /** In characters. */
  readonly width: number;
}

/** A table that is read while it is written: only what one piece holds is ever in memory. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Some rows at a time. */
  readonly rows: AsyncIterable<readonly (readonly SheetCell[])[]>;
}
