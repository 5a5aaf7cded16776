import type { KurrentDbDouble } from '../../../api/platform/eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import type { ProjectionClient } from '../../../api/platform/eventsourcing/projection.js';

const SCORED = 'ScoreSubmitted';

/** The log, which must contain every acknowledged score exactly once. */
export interface ScoreLog {
  /** Returns how often the log contains each of these attempts. Missing ones are left out. */
  timesOf(attemptIds: readonly string[]): Promise<number[]>;
  /** Returns the number of all events. */
  count(): Promise<number>;
}

export const postgresLog = (client: ProjectionClient): ScoreLog => ({
  async timesOf(attemptIds) {
    const { rows } = await client.query<{ times: number }>(
      `select count(*)::integer as times from log.events
       where type = '${SCORED}' and data ->> 'attemptId' = any ($1) group by data ->> 'attemptId'`,
      [attemptIds],
    );
    return rows.map(({ times }) => times);
  },
  async count() {
    const { rows } = await client.query<{ n: number }>('select count(*)::integer as n from log.events');
    return rows[0]!.n;
  },
});

export const doubleLog = ({ log }: KurrentDbDouble): ScoreLog => ({
  timesOf(attemptIds) {
    const times = new Map<string, number>();
    for (const { type, data } of log.records) {
      if (type !== SCORED) continue;
      const { attemptId } = JSON.parse(Buffer.from(data).toString('utf8')) as { attemptId: string };
      times.set(attemptId, (times.get(attemptId) ?? 0) + 1);
    }
    return Promise.resolve(attemptIds.flatMap((id) => times.get(id) ?? []));
  },
  // The other events belong to the server itself.
  count: () => Promise.resolve(log.records.filter(({ stream }) => !stream.startsWith('$')).length),
});
