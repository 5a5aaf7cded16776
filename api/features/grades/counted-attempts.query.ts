import { CELL_MARKS } from '../../contracts/grading.rule.js';

/** SQL condition of `contracts/effective-result.rule.ts` on an attempt `c`, given an expression for the lowest rank that counts. */
export const isCountedSql = (leastLevel: string): string =>
  `(not c.late and not c.set_aside and c.level >= coalesce(${leastLevel}, 0))`;

/** {@link isCountedSql} for queries on the columns of `read.attempts`, under any name. */
export const COUNTED_ATTEMPT = `(not late and not set_aside and level >= coalesce((
  select s.least_level from (select course_id as of_course, least_level from read.grade_settings) s
  where s.of_course = course_id), 0))`;

/** SQL condition on the columns of `read.attempts`, under any name: the last attempt of the course's students is the result, not the best. */
export const LAST_COUNTS = `(coalesce((
  select s.attempts from (select course_id as of_course, attempts from read.grade_settings) s
  where s.of_course = course_id), 'Best') = 'Last')`;

/** SQL of the cell of an attempt, given the columns of `read.attempts` under any name. */
const CELL_OF_ATTEMPT = `
  (select session_id as of_class, user_id as of_user, scenario_id as of_scenario, figures, marks from read.gradebook) g
  where g.of_class = session_id and g.of_user = user_id and g.of_scenario = scenario_id`;

/** SQL condition on the columns of `read.attempts`, under any name: the student is not excused from the scenario. */
export const NOT_EXCUSED = `(session_id is null or not exists (
  select from ${CELL_OF_ATTEMPT} and g.marks & ${CELL_MARKS.excused} <> 0))`;

/** SQL of the figures of the attempt's cell if staff set its points, as members of a `CompactCell`; null otherwise. */
export const SET_FIGURES = `(select g.figures from ${CELL_OF_ATTEMPT} and g.marks & ${CELL_MARKS.points} <> 0)`;
