import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config.js';
import { ResultLevel } from '../../contracts/attempt.contract.js';
import type { FlightRecording } from '../../contracts/flight.contract.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import type { RecordedFlight } from '../../contracts/recorded-flight.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { attemptStream } from './score.stream.js';

/** An attempt of a class whose student is on its roster. `kept`: its recording may still be shown. */
interface AttemptRow {
  attempt_id: string;
  user_id: string;
  name: string;
  scenario_id: string;
  total_score: number;
  max_total_score: number;
  passed: boolean;
  level: number;
  started_at: Date;
  completed_at: Date;
  kept: boolean;
}

const SELECT = `
  select a.attempt_id, a.user_id, a.scenario_id, a.total_score, a.max_total_score, a.passed, a.level, a.started_at, a.completed_at,
         coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), p.username, '') as name,
         a.arrived_at > now() - make_interval(days => $3)
           and not exists (select from plain.erased_subjects e where e.subject_id = a.user_id) as kept
  from read.attempts a
    join read.rosters r on r.session_id = a.session_id and r.user_id = a.user_id and r.removed_at is null
    left join read.people p on p.id = a.user_id
  where a.session_id = $1 and a.attempt_id = $2`;

/** A found attempt without the title of its scenario. */
export type FoundFlight = Omit<RecordedFlight, 'scenarioTitle'>;

/**
 * Reads the flights of a class. The inputs are in the event of the attempt and in no other table, so that a flight is read from the log only
 * when it is shown.
 */
@Injectable()
export class RecordedFlightsQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns an attempt of a student on the roster of the class, or undefined. */
  async find(sessionId: string, attemptId: string): Promise<FoundFlight | undefined> {
    const { rows } = await this.pool.query<AttemptRow>({
      name: 'recorded-flight',
      text: SELECT,
      values: [sessionId, attemptId, this.config.recordingDays],
    });
    const row = rows[0];
    return (
      row && {
        attemptId: row.attempt_id,
        userId: row.user_id,
        name: row.name,
        scenarioId: row.scenario_id,
        totalScore: row.total_score,
        maxTotalScore: row.max_total_score,
        passed: row.passed,
        level: ResultLevel.options[row.level]!,
        startedAt: toMoment(row.started_at),
        completedAt: toMoment(row.completed_at),
        flight: row.kept ? await this.inputsOf(attemptId) : null,
      }
    );
  }

  private async inputsOf(attemptId: string): Promise<FlightRecording | null> {
    const [submitted] = await attemptStream.of(attemptId).read(this.store);
    return submitted?.data.flight ?? null;
  }
}
