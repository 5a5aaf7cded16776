/** Rows of the grid: the questions, the totals of the class, then the students. */
export const TITLE_ROW = 0;
export const TOTALS_ROW = 1;
export const FIRST_STUDENT_ROW = 2;

/** Columns: the student's name, the student's points, then the questions. */
export const NAME_COLUMN = 0;
export const POINTS_COLUMN = 1;
export const FIRST_QUESTION_COLUMN = 2;

export const ariaRow = (row: number): number => row + 1;
export const ariaColumn = (column: number): number => column + 1;
