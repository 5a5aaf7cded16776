import type { Pool } from 'pg';
import { ERASED } from '../../../platform/eventsourcing/personal-data.js';
import { decidedOtherwise } from '../decision-history.rule.js';

/**
 * Refuses to repeat decisions with another reason, which would be dropped because their ids are known. Reads the read model, because
 * reasons are personal and therefore no part of the stream's cached state. Accepts any reason in place of an erased one.
 * @throws DomainError 422
 */
export async function assertSameReason(
  pool: Pool,
  courseId: string,
  decisionIds: readonly string[],
  reason: string,
): Promise<void> {
  const { rows } = await pool.query({
    name: 'decisions-with-another-reason',
    text: `select from read.grade_decisions
           where course_id = $1 and decision_id = any ($2) and reason <> all ($3::text[]) limit 1`,
    values: [courseId, decisionIds, [reason, ERASED]],
  });
  if (rows.length > 0) throw decidedOtherwise();
}
