import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../../api/platform/database/postgres-roles.js';
import type { ProjectionClient } from '../../../api/platform/eventsourcing/projection.js';
import { type Figure, figure } from '../../bench/figure.js';
import { makeAttempt } from '../../simulate/make-attempt.js';
import type { PreparedClass } from '../../simulate/prepare-class.js';
import { postgresLog, type ScoreLog } from './score-log.js';

/** Scores per second, if enough students are free. */
const RATE = 25;
const READ_EVERY_MS = 100;
/** The read models lag behind the log, and more after a fault. */
const CATCH_UP_MS = 15_000;

/** A class that submits scores, retries until they are acknowledged, and reads the gradebook meanwhile. */
export class ScoreLoad {
  readonly acknowledged: string[] = [];
  private isOver = false;
  private readonly running: Promise<unknown>;

  constructor(private readonly played: PreparedClass) {
    this.running = Promise.all([...played.students.map((_, nth) => this.play(nth)), this.read()]);
    // The caller of `end` handles a failure.
    this.running.catch(() => undefined);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** Compares the acknowledged scores with the log (the database's or another one), and the log with the read model of attempts. */
  async figures(databaseUrl: string, log?: ScoreLog): Promise<Figure[]> {
    const ids = this.acknowledged;
    return withClient(databaseUrl, async (client) => {
      const kept = log ?? postgresLog(client);
      const times = await kept.timesOf(ids);
      const inReadModel = async (): Promise<number> => {
        const { rowCount } = await client.query('select from read.attempts where attempt_id = any ($1::uuid[])', [ids]);
        return rowCount ?? 0;
      };
      const givesUpAt = performance.now() + CATCH_UP_MS;
      while (!(await isCaughtUp(client, kept)) && performance.now() < givesUpAt) await pause(50);
      return [
        figure('acknowledged', ids.length, 'scores'),
        figure('lost', ids.length - times.length, 'scores', { atMost: 0 }),
        figure('doubled', times.filter((each) => each > 1).length, 'scores', { atMost: 0 }),
        figure('missing in the read model', times.length - (await inReadModel()), 'scores', { atMost: 0 }),
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

async function isCaughtUp(client: ProjectionClient, log: ScoreLog): Promise<boolean> {
  const { rows } = await client.query<{ sequence: string }>(
    "select sequence from plain.checkpoints where reader = 'projector'",
  );
  return Number(rows[0]?.sequence ?? 0) >= (await log.count());
}
