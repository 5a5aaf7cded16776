import { flagBits } from '../../contracts/attempt-flags.rule.js';
import {
  completionOf,
  type RuledAttempt,
  type RuledCell,
  type RuledPoints,
} from '../../contracts/cell-results.rule.js';
import type { Figures, Grading } from '../../contracts/grading.rule.js';
import type { Regrade } from '../../contracts/regrade.rule.js';
import { RESULT_LEVELS } from '../../contracts/result-level.rule.js';
import type { Cell } from './grade.events.js';

/** An attempt of a class as it is stored, with the figures after all regrades. */
export interface StoredAttempt extends CellOfCourse, RuledAttempt {
  readonly campaignId: string;
  readonly organizationId: string | null;
}

/** Points that staff set, with the organization of the result and what the catalogue said about the scenario. */
interface StoredPoints extends RuledPoints {
  readonly organizationId: string | null;
  readonly campaignId: string;
}

/** A cell with all its attempts and the decisions about it that are in force. */
export interface StoredCell extends CellOfCourse, RuledCell {
  readonly attempts: readonly StoredAttempt[];
  readonly points: StoredPoints | null;
}

/** A cell and its course. */
export interface CellOfCourse extends Cell {
  readonly courseId: string;
}

/** All cells of a course, those of one of its scenarios, or some. */
export type CellScope =
  { readonly courseId: string; readonly scenarioId?: string } | { readonly cells: readonly CellOfCourse[] };

/** The part of a client that {@link GradedCells} uses: of a projection, or of the pool. */
interface Reader {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/**
 * An attempt as one text with the values that {@link toAttempt} splits. A course can have hundreds of thousands of attempts: as columns,
 * they take the driver four times as long. No value contains the separator, and none is null, which would be left out.
 */
const ATTEMPT = `concat_ws('|', ${[
  'a.session_id',
  'a.user_id',
  'a.scenario_id',
  "coalesce(a.course_id::text, '')",
  'a.campaign_id',
  "coalesce(a.organization_id::text, '')",
  'a.compete::integer',
  'a.attempt_id',
  'a.score_card_type',
  'a.total_score',
  'a.max_total_score',
  'a.questions_score',
  'a.max_questions_score',
  'a.correct_questions',
  'a.graded_questions',
  'a.passed::integer',
  'a.late::integer',
  'a.set_aside::integer',
  'a.level',
  `(a.flags & ${flagBits(['TooFast'])})`,
  '(extract(epoch from a.completed_at) * 1000)::bigint',
  'a.sequence',
  "coalesce(a.original::text, '')",
].join(', ')}) as attempt`;
const DECISION = `d.session_id as "sessionId", d.user_id as "userId", d.scenario_id as "scenarioId", d.course_id as "courseId",
  d.kind, d.points, d.maximum, d.passed, d.campaign_id as "campaignId", d.organization_id as "organizationId",
  d.compete, d.decided_at as "decidedAt", d.sequence`;
const CELLS = `(select distinct * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as e (session_id, user_id, scenario_id)) e`;

interface AttemptRow {
  readonly attempt: string;
}

interface DecisionRow extends Omit<StoredPoints, 'sequence'>, CellOfCourse {
  readonly kind: 'Points' | 'Excused' | 'Comment' | 'Cleared';
  readonly sequence: string;
}

type OpenCell = { -readonly [Key in keyof StoredCell]: StoredCell[Key] } & { attempts: StoredAttempt[] };

/** Reads cells with their attempts and decisions: the projection from its own tables, previews from the views of them. */
export class GradedCells {
  private readonly statements;

  /** @param nameOf returns the name of a table of the projection of attempts */
  constructor(nameOf: (table: string) => string) {
    const [attempts, decisions, classes, gradings, regrades] = [
      'attempts',
      'cell_decisions',
      'attempt_classes',
      'course_gradings',
      'regrades',
    ].map(nameOf) as [string, string, string, string, string];
    this.statements = {
      attemptsOfCourse: `select ${ATTEMPT} from ${classes} k join ${attempts} a on a.session_id = k.session_id where k.course_id = $1`,
      attemptsOfScenario: `select ${ATTEMPT} from ${classes} k join ${attempts} a
        on a.session_id = k.session_id and a.scenario_id = $3
        where k.course_id = $1 and ($2::uuid is null or k.session_id = $2)`,
      attemptsOfCells: `select ${ATTEMPT} from ${CELLS} join ${attempts} a
        on (a.session_id, a.user_id, a.scenario_id) = (e.session_id, e.user_id, e.scenario_id) where a.course_id is not null`,
      decisionsOfCourse: `select ${DECISION} from ${decisions} d
        where d.course_id = $1 and ($2::uuid is null or d.scenario_id = $2) and not d.undone order by d.sequence`,
      decisionsOfCells: `select ${DECISION} from ${CELLS} join ${decisions} d
        on (d.session_id, d.user_id, d.scenario_id) = (e.session_id, e.user_id, e.scenario_id) where not d.undone order by d.sequence`,
      scenarios: `select distinct s.scenario_id from (
        select a.scenario_id from ${classes} k join ${attempts} a on a.session_id = k.session_id where k.course_id = $1
        union all select d.scenario_id from ${decisions} d where d.course_id = $1) s order by s.scenario_id`,
      gradings: `select course_id, grading from ${gradings} where course_id = any ($1::uuid[]) and grading is not null`,
      regrades: `select r.session_id as "sessionId", r.scenario_id as "scenarioId", r.rule from ${regrades} r
        where r.course_id = $1 and not r.undone order by r.sequence`,
    };
  }

  /** Reads the cells of a scope: of a course or scenario those with attempts or decisions, otherwise also those without. */
  async read(client: Reader, scope: CellScope): Promise<StoredCell[]> {
    const cells = new Map<string, OpenCell>();
    const cellOf = ({ sessionId, userId, scenarioId, courseId }: CellOfCourse): OpenCell => {
      const key = keyOf({ sessionId, userId, scenarioId });
      let cell = cells.get(key);
      if (!cell) {
        const nothing = { attempts: [], points: null, excused: false, commented: false };
        cells.set(key, (cell = { sessionId, userId, scenarioId, courseId, ...nothing }));
      }
      return cell;
    };
    if ('cells' in scope) scope.cells.forEach(cellOf);
    for (const attempt of await this.attempts(client, scope)) cellOf(attempt).attempts.push(attempt);
    for (const row of await this.decisions(client, scope)) decide(cellOf(row), row);
    return [...cells.values()];
  }

  /** Returns the scenarios of a course with attempts or decisions. */
  async scenarios(client: Reader, courseId: string): Promise<readonly string[]> {
    const { rows } = await client.query<{ scenario_id: string }>(this.statements.scenarios, [courseId]);
    return rows.map((row) => row.scenario_id);
  }

  private async attempts(client: Reader, scope: CellScope): Promise<readonly StoredAttempt[]> {
    const { statements } = this;
    if ('cells' in scope) return attemptsOf(client, statements.attemptsOfCells, columnsOf(scope.cells));
    const { courseId, scenarioId } = scope;
    return scenarioId === undefined
      ? attemptsOf(client, statements.attemptsOfCourse, [courseId])
      : this.attemptsOfScenario(client, { courseId, sessionId: null, scenarioId });
  }

  private async decisions(client: Reader, scope: CellScope): Promise<readonly DecisionRow[]> {
    const { statements } = this;
    const { rows } =
      'cells' in scope
        ? await client.query<DecisionRow>(statements.decisionsOfCells, columnsOf(scope.cells))
        : await client.query<DecisionRow>(statements.decisionsOfCourse, [scope.courseId, scope.scenarioId ?? null]);
    return rows;
  }

  /** Reads the attempts of a scenario in one class or in all classes of a course. */
  async attemptsOfScenario(
    client: Reader,
    { courseId, sessionId, scenarioId }: { courseId: string; sessionId: string | null; scenarioId: string },
  ): Promise<readonly StoredAttempt[]> {
    return attemptsOf(client, this.statements.attemptsOfScenario, [courseId, sessionId, scenarioId]);
  }

  /** Returns the settings of courses that changed them. */
  async gradings(client: Reader, courseIds: readonly string[]): Promise<ReadonlyMap<string, Grading>> {
    type Row = { course_id: string; grading: Grading };
    const { rows } = await client.query<Row>(this.statements.gradings, [courseIds]);
    return new Map(rows.map((row) => [row.course_id, row.grading]));
  }

  /** Returns the regrades of a course that are in force, in the order in which they were made. */
  async regrades(client: Reader, courseId: string): Promise<readonly StoredRegrade[]> {
    return (await client.query<StoredRegrade>(this.statements.regrades, [courseId])).rows;
  }
}

/** A regrade of one class, or of all. */
export interface StoredRegrade {
  readonly sessionId: string | null;
  readonly scenarioId: string;
  readonly rule: Regrade;
}

/** Returns a key for maps. */
export const keyOf = ({ sessionId, userId, scenarioId }: Cell): string => `${sessionId}.${userId}.${scenarioId}`;

const columnsOf = (cells: readonly Cell[]): string[][] => [
  cells.map((cell) => cell.sessionId),
  cells.map((cell) => cell.userId),
  cells.map((cell) => cell.scenarioId),
];

async function attemptsOf(client: Reader, statement: string, values: unknown[]): Promise<StoredAttempt[]> {
  return (await client.query<AttemptRow>(statement, values)).rows.map(toAttempt);
}

/** Written without spreads and arrays of names, because a preview reads all attempts of a course. */
function toAttempt({ attempt: text }: AttemptRow): StoredAttempt {
  const values = text.split('|') as [string, ...string[]];
  const attempt = {
    sessionId: values[0],
    userId: values[1]!,
    scenarioId: values[2]!,
    courseId: values[3]!,
    campaignId: values[4]!,
    organizationId: values[5]! || null,
    compete: values[6] === '1',
    attemptId: values[7]!,
    scoreCardType: values[8] as StoredAttempt['scoreCardType'],
    totalScore: Number(values[9]),
    maxTotalScore: Number(values[10]),
    questionsScore: Number(values[11]),
    maxQuestionsScore: Number(values[12]),
    correct: Number(values[13]),
    counted: Number(values[14]),
    passed: values[15] === '1',
    late: values[16] === '1',
    setAside: values[17] === '1',
    level: RESULT_LEVELS[Number(values[18])]!,
    tooFast: values[19] !== '0',
    completion: completionOf(new Date(Number(values[20]))),
    sequence: Number(values[21]),
  };
  return values[22] ? { ...attempt, original: JSON.parse(values[22]) as Figures } : attempt;
}

/** Applies the next decision. Points end an excuse, and an excuse ends points. */
function decide(cell: OpenCell, { kind, sequence, ...decision }: DecisionRow): void {
  if (kind === 'Comment') {
    cell.commented = true;
    return;
  }
  cell.points = kind === 'Points' ? { ...decision, sequence: Number(sequence) } : null;
  cell.excused = kind === 'Excused';
}
