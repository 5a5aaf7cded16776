import { cellFlags } from '../../contracts/gradebook-rows.rule.js';
import { CELL_MARKS } from '../../contracts/grading.rule.js';

/** SQL condition of `isCounted` (`contracts/grading.rule.ts`) on the columns of `read.attempts`, under any name. */
export const COUNTED_ATTEMPT = `(not late and not set_aside and level >= coalesce((
  select s.least_level from (select course_id as of_course, least_level from read.grade_settings) s
  where s.of_course = course_id), 0))`;

/**
 * SQL of the success of an attempt by the pass mark of its course, on the columns of `read.attempts`, under any name: `withPassMark`
 * (`contracts/grading.rule.ts`) with the percentage of `contracts/grade.rule.ts`. The inner list is read once for all attempts.
 */
export const PASSED_ATTEMPT = `(case
  when course_id in (select course_id from read.course_gradings where grading ->> 'passMark' is not null)
    and max_total_score + max_questions_score > 0
  then floor(round(((total_score + questions_score) * 1000)::numeric) * 100 / round(((max_total_score + max_questions_score) * 1000)::numeric))
    >= (select s.pass_mark from (
          select course_id as of_course, (grading ->> 'passMark')::integer as pass_mark from read.course_gradings) s
        where s.of_course = course_id)
  else passed end)`;

/** SQL condition on the columns of `read.attempts`, under any name: the last attempt of the course's students is the result, not the best. */
export const LAST_COUNTS = `(course_id in (select course_id from read.grade_settings where attempts = 'Last'))`;

// PostgreSQL reads such a list once for all attempts, from the index of cells about which staff decided.
const CELLS_WITH = (mark: number): string =>
  `(select session_id, user_id, scenario_id from read.gradebook where marks <> 0 and marks & ${mark} <> 0)`;

/** SQL condition on the columns of `read.attempts`, under any name: the student is not excused from the scenario. */
export const NOT_EXCUSED = `(session_id is null
  or (session_id, user_id, scenario_id) not in ${CELLS_WITH(CELL_MARKS.excused)})`;

/** SQL of the figures of the attempt's cell if staff set its points, as members of `CellMembers`; null otherwise. */
export const SET_FIGURES = `(case when (session_id, user_id, scenario_id) in ${CELLS_WITH(CELL_MARKS.points)} then (
  select g.figures
  from (select session_id as of_class, user_id as of_user, scenario_id as of_scenario, figures from read.gradebook) g
  where g.of_class = session_id and g.of_user = user_id and g.of_scenario = scenario_id) end)`;

const PASSED = cellFlags({ passed: true, tooFast: false });

/** SQL of the success of a result, on its attempt: as staff set it with the points, otherwise {@link PASSED_ATTEMPT}. */
export const PASSED_RESULT = `coalesce(split_part(${SET_FIGURES}, ',', 7)::integer & ${PASSED} <> 0, ${PASSED_ATTEMPT})`;
