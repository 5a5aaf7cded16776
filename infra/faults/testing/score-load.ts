import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../../api/platform/database/postgres-roles.js';
import type { ProjectionClient } from '../../../api/platform/eventsourcing/projection.js';
import { type Figure, figure } from '../../bench/figure.js';
import { makeAttempt } from '../../simulate/make-attempt.js';
import type { PreparedClass } from '../../simulate/prepare-class.js';

/** Scores a second, as far as students are free. */
const RATE = 25;
const READ_EVERY_MS = 100;
/** The read models come after the log, and after a fault later still. */
const CATCH_UP_MS = 15_000;

/** A class that hands in scores, tries again until it is told yes, and looks at the gradebook all the while. */
export class ScoreLoad {
  readonly acknowledged: string[] = [];
  private isOver = false;
  private readonly running: Promise<unknown>;

  constructor(private readonly played: PreparedClass) {
    this.running = Promise.all([...played.students.map((_, nth) => this.play(nth)), this.read()]);
    // Looked at by whoever ends it.
    this.running.catch(() => undefined);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** Compares what was acknowledged with the log, and the log with the read model of attempts. */
  async figures(databaseUrl: string): Promise<Figure[]> {
    const ids = [this.acknowledged];
    return withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ times: number }>(
        `select count(*)::integer as times from log.events
         where type = 'ScoreSubmitted' and data ->> 'attemptId' = any ($1) group by data ->> 'attemptId'`,
        ids,
      );
      const inReadModel = async (): Promise<number> => {
        const { rowCount } = await client.query('select from read.attempts where attempt_id = any ($1::uuid[])', ids);
        return rowCount ?? 0;
      };
      const givesUpAt = performance.now() + CATCH_UP_MS;
      while (!(await isCaughtUp(client)) && performance.now() < givesUpAt) await pause(50);
      return [
        figure('acknowledged', this.acknowledged.length, 'scores'),
        figure('lost', this.acknowledged.length - rows.length, 'scores', { atMost: 0 }),
        figure('doubled', rows.filter(({ times }) => times > 1).length, 'scores', { atMost: 0 }),
        figure('missed by the read model', rows.length - (await inReadModel()), 'scores', { atMost: 0 }),
      ];
    });
  }

  private async play(nth: number): Promise<void> {
    const { students, scenarios, sessionId } = this.played;
    const everyMs = (1_000 * students.length) / RATE;
    await pause((everyMs * nth) / students.length);
    while (!this.isOver) {
      const began = performance.now();
      const scenario = scenarios[Math.floor(Math.random() * scenarios.length)]!;
      const attempt = makeAttempt(scenario, sessionId, 0, new Date());
      await students[nth]!.send('POST', '/api/scores', attempt);
      this.acknowledged.push(attempt.attemptId);
      await pause(Math.max(0, began + everyMs - performance.now()));
    }
  }

  private async read(): Promise<void> {
    const { instructor, sessionId } = this.played;
    while (!this.isOver) {
      await instructor.get(`/api/sessions/${sessionId}/gradebook`);
      await pause(READ_EVERY_MS);
    }
  }
}

async function isCaughtUp(client: ProjectionClient): Promise<boolean> {
  const { rows } = await client.query<{ done: boolean }>(
    `select sequence >= (select count(*) from log.events) as done from plain.checkpoints where reader = 'projector'`,
  );
  return rows[0]?.done ?? false;
}
