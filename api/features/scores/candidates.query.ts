import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { leastRankOf } from '../../contracts/effective-result.rule.js';
import { rankOfLevel } from '../../contracts/result-level.rule.js';
import { isCountedSql } from '../grades/counted-attempts.query.js';
import type { ClassResumed } from '../courses/course.events.js';
import type { ScoreSubmitted } from './score.events.js';
import type { FlightDiffered, FlightVerified } from './verification.events.js';
import type { DecisionUndone, GradeEvent } from '../grades/grade.events.js';

/** The events after which another attempt of a cell may count. */
export type CountingEvent = ClassResumed | GradeEvent | FlightVerified | FlightDiffered;

export const COUNTING_EVENTS = [
  'ClassResumed',
  'AttemptAccepted',
  'AttemptSetAside',
  'DecisionUndone',
  'ResultsThatCountChanged',
  'FlightVerified',
  'FlightDiffered',
] as const satisfies readonly CountingEvent['type'][];

/** The cells whose attempts must be compared again: all of a course, of a class, or one cell, by the leading ids. */
export type CellScope = readonly [courseId: string, sessionId?: string, userId?: string, scenarioId?: string];

const SCOPE_COLUMNS = ['course_id', 'session_id', 'user_id', 'scenario_id'];

/** SQL condition on candidates for the values of a scope, which are the first parameters. */
export const inScope = (scope: CellScope): string =>
  scope.map((_, index) => `c.${SCOPE_COLUMNS[index]} = $${index + 1}`).join(' and ');

/** Types of the columns that a projection fills for each candidate; see {@link candidateOf}. */
export const CANDIDATE_TYPES = {
  course_id: 'uuid',
  session_id: 'uuid',
  user_id: 'uuid',
  scenario_id: 'uuid',
  attempt_id: 'uuid',
  late: 'boolean',
  level: 'smallint',
  sequence: 'bigint',
} as const;

/**
 * The candidates of a read model: every attempt of each cell, so that a decision, a change of the course's setting or a resumed class
 * can be undone. A projection reads only its own tables, so each has its own candidates and settings.
 *
 * All changes are compared by log position or assigned, so a batch can be applied twice.
 */
export class Candidates {
  /** SQL condition that a candidate `c` counts, by the setting of its course. */
  readonly isCounted: string;
  /** {@link isCounted} for candidates of the course in the first parameter. */
  readonly isCountedInScope: string;

  constructor(
    readonly table: string,
    readonly settings: string,
  ) {
    const leastLevel = (courseId: string): string =>
      `(select s.least_level from ${settings} s where s.course_id = ${courseId})`;
    this.isCounted = isCountedSql(leastLevel('c.course_id'));
    this.isCountedInScope = isCountedSql(leastLevel('$1'));
  }

  /** Returns the DDL. `columns` are the further columns of a candidate. */
  schema(columns: string): string {
    return `
      create table ${this.table} (
        course_id uuid,
        session_id uuid,
        user_id uuid,
        scenario_id uuid,
        attempt_id uuid,
        late boolean not null,
        level smallint not null,
        set_aside boolean not null default false,
        decided bigint not null default 0,
        sequence bigint not null,
        ${columns},
        primary key (course_id, session_id, user_id, scenario_id, attempt_id)
      );
      create table ${this.settings} (course_id uuid primary key, least_level smallint not null, sequence bigint not null);`;
  }

  /** Changes candidates, and returns the cells to compare again; undefined when nothing changed. */
  async apply(
    client: ProjectionClient,
    { type, data, sequence }: ProjectedEvent<CountingEvent>,
  ): Promise<CellScope | undefined> {
    switch (type) {
      case 'ClassResumed': {
        const scope = [data.courseId, data.sessionId] as const;
        return this.update(client, scope, 'late = false', 'c.late and c.sequence < $3', [sequence]);
      }
      case 'AttemptAccepted':
      case 'AttemptSetAside':
        return this.decide(client, data.courseId, data, type === 'AttemptSetAside', sequence);
      case 'DecisionUndone': {
        const { courseId, attempt } = data;
        return this.decide(client, courseId, attempt, attempt.decision === 'SetAside', sequence);
      }
      case 'ResultsThatCountChanged':
        return (await this.require(client, data.courseId, leastRankOf(data.count), sequence))
          ? [data.courseId]
          : undefined;
      case 'FlightVerified':
        return this.setLevel(client, data, rankOfLevel(data.level));
      case 'FlightDiffered':
        return this.setLevel(client, data, rankOfLevel('Reported'));
    }
  }

  private decide(
    client: ProjectionClient,
    courseId: string,
    { sessionId, userId, scenarioId, attemptId }: Omit<DecisionUndone['data']['attempt'], 'decision'>,
    setAside: boolean,
    sequence: number,
  ): Promise<CellScope | undefined> {
    return this.update(
      client,
      [courseId, sessionId, userId, scenarioId],
      'set_aside = $6, decided = $7',
      'c.attempt_id = $5 and c.decided < $7',
      [attemptId, setAside, sequence],
    );
  }

  private async setLevel(
    client: ProjectionClient,
    { courseId, sessionId, userId, scenarioId, attemptId }: FlightVerified['data'] | FlightDiffered['data'],
    level: number,
  ): Promise<CellScope | undefined> {
    if (courseId === null || sessionId === null) return undefined;
    const scope = [courseId, sessionId, userId, scenarioId] as const;
    return this.update(client, scope, 'level = $6', 'c.attempt_id = $5 and c.level <> $6', [attemptId, level]);
  }

  private async update(
    client: ProjectionClient,
    scope: CellScope,
    assignments: string,
    condition: string,
    values: readonly unknown[],
  ): Promise<CellScope | undefined> {
    const { rows } = await client.query(
      `update ${this.table} c set ${assignments} where ${inScope(scope)} and ${condition} returning true`,
      [...scope, ...values],
    );
    return rows.length > 0 ? scope : undefined;
  }

  private async require(
    client: ProjectionClient,
    courseId: string,
    leastLevel: number,
    sequence: number,
  ): Promise<boolean> {
    const { rows } = await client.query(
      `insert into ${this.settings} as s (course_id, least_level, sequence) values ($1, $2, $3)
       on conflict (course_id) do update set least_level = excluded.least_level, sequence = excluded.sequence
       where s.sequence < excluded.sequence returning true`,
      [courseId, leastLevel, sequence],
    );
    return rows.length > 0;
  }
}

/** Returns whether an attempt belongs to a cell, which attempts outside a class do not. */
export const isInCell = ({ data }: ProjectedEvent<ScoreSubmitted>): boolean =>
  data.sessionId !== null && data.courseId !== null;

/** Returns the common columns of a candidate. */
export const candidateOf = ({ data, sequence }: ProjectedEvent<ScoreSubmitted>) => ({
  course_id: data.courseId,
  session_id: data.sessionId,
  user_id: data.userId,
  scenario_id: data.scenarioId,
  attempt_id: data.attemptId,
  late: data.late,
  level: rankOfLevel(data.level ?? 'Reported'),
  sequence,
});
