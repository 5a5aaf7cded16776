/** Rows of the grid: the titles, the class average, then the students. */
export const TITLE_ROW = 0;
export const AVERAGE_ROW = 1;
export const FIRST_STUDENT_ROW = 2;

/** Columns: the student's name, average and number of finished scenarios, then the scenarios. */
export const NAME_COLUMN = 0;
export const AVERAGE_COLUMN = 1;
export const DONE_COLUMN = 2;
export const FIRST_SCENARIO_COLUMN = 3;

/** Row and column numbers for screen readers. They include the row of campaigns above the titles. */
export const ariaRow = (row: number): number => row + 2;
export const ariaColumn = (column: number): number => column + 1;
