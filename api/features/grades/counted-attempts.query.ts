/** SQL condition of `contracts/effective-result.rule.ts` on an attempt `c`, given an expression for the lowest rank that counts. */
export const isCountedSql = (leastLevel: string): string =>
  `(not c.late and not c.set_aside and c.level >= coalesce(${leastLevel}, 0))`;

/** {@link isCountedSql} for queries on the columns of `read.attempts`, under any name. */
export const COUNTED_ATTEMPT = `(not late and not set_aside and level >= coalesce((
  select s.least_level from (select course_id as of_course, least_level from read.grade_settings) s
  where s.of_course = course_id), 0))`;
