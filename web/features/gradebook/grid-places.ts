/** Rows of the grid as places count them: the titles, the class average, then the students. */
export const TITLE_ROW = 0;
export const AVERAGE_ROW = 1;
export const FIRST_STUDENT_ROW = 2;

/** Columns: the student's name, the student's average, then the scenarios. */
export const NAME_COLUMN = 0;
export const AVERAGE_COLUMN = 1;
export const FIRST_SCENARIO_COLUMN = 2;

/** The campaigns above the titles are a row for screen readers, but no place to go to. */
export const ariaRow = (row: number): number => row + 2;
export const ariaColumn = (column: number): number => column + 1;
