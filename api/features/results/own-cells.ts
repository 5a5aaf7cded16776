import { GradedCells } from '../grades/graded-cells.query.js';

/** Reads the cells from the projection's own tables. */
export const gradedCells = new GradedCells((table) => `${table}_v19`);
