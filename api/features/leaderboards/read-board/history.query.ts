import { Inject, Injectable } from '@nestjs/common';
import type { LeaderboardLine } from '../../../contracts/leaderboard.contract.js';
import { roundPoints } from '../../../contracts/points.rule.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { type Reads, REPLICA_READS } from '../../../platform/database/reads.js';
import { type BoardFilter, type BoardView, bestSource } from './board-source.js';

interface BestRow {
  user_id: string;
  score: number;
  achieved_at: Date;
}

/** Reads how scores grew over time. It uses the ranked rows, so each line ends at the score of its rank. */
@Injectable()
export class HistoryQuery {
  constructor(@Inject(REPLICA_READS) private readonly reads: Reads) {}

  /** Returns for each student the sum after each scenario that gave points. */
  async read(
    filter: BoardFilter,
    view: BoardView,
    isFrozen: boolean,
    userIds: readonly string[],
  ): Promise<Map<string, LeaderboardLine['points']>> {
    const { name, cte, values } = bestSource(filter, view, isFrozen, userIds);
    const { rows } = await this.reads.query<BestRow>({
      name: `history-${name}`,
      text: `with ${cte} select user_id, score, achieved_at from best where score > 0 order by achieved_at, user_id, scenario_id`,
      values: [...values],
    });
    const lines = new Map<string, LeaderboardLine['points']>();
    for (const { user_id, score, achieved_at } of rows) {
      const line = lines.get(user_id) ?? [];
      lines.set(user_id, line);
      line.push({ at: toMoment(achieved_at), score: roundPoints((line.at(-1)?.score ?? 0) + score) });
    }
    return lines;
  }
}
