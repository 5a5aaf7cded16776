import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { type CellMembers, isPassed } from '../../../contracts/gradebook-rows.rule.js';
import type { OwnResult } from '../../../contracts/results.contract.js';
import { POOL } from '../../../platform/database/pool.js';

/** The result of a student in a scenario of a class. */
export interface OwnCell {
  readonly sessionId: string;
  readonly scenarioId: string;
  readonly result: OwnResult;
}

interface CellRow {
  readonly session_id: string;
  readonly scenario_id: string;
  readonly cell: CellMembers;
}

/** Reads the results of a single person as the gradebooks have them. */
@Injectable()
export class OwnCellsQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns the results in the given classes, without scenarios in which nothing counts. */
  async find(userId: string, sessionIds: readonly string[]): Promise<OwnCell[]> {
    const { rows } = await this.pool.query<CellRow>({
      name: 'own-cells',
      text: `select session_id, scenario_id,
                    ('[' || figures || ',' || level || coalesce(',' || extra, '') || ']')::json as cell
             from read.gradebook where session_id = any ($2) and user_id = $1 and figures is not null`,
      values: [userId, sessionIds],
    });
    return rows.map(({ session_id: sessionId, scenario_id: scenarioId, cell }) => ({
      sessionId,
      scenarioId,
      result: toOwnResult(cell),
    }));
  }
}

function toOwnResult(cell: CellMembers): OwnResult {
  const [total, maxTotal, questions, maxQuestions, , , flags, , , , points, maximum = 0, passed] = cell;
  return {
    total,
    maxTotal,
    questions,
    maxQuestions,
    passed: isPassed(flags),
    original: points === undefined ? null : { points, maximum, passed: passed === 1 },
  };
}
