import { flagBits } from '../../contracts/attempt-flags.rule.js';
import { type RuledAttempt, type RuledCell, type RuledPoints } from '../../contracts/cell-results.rule.js';
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

/** Bits of the last but one of {@link AttemptValues}. */
const BITS = { passed: 1, late: 2, setAside: 4, tooFast: 8 } as const;

/** An attempt without the values of its cell. `time`: completion in milliseconds since 1970. */
type AttemptValues = [
  attemptId: string,
  time: number,
  sequence: number,
  totalScore: number,
  maxTotalScore: number,
  questionsScore: number,
  maxQuestionsScore: number,
  correct: number,
  counted: number,
  level: number,
  bits: number,
  original?: Figures,
];

/** The part of a client that {@link GradedCells} uses: of a projection, or of the pool. */
interface Reader {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/**
 * Values that the attempts of a cell usually share, and `attempts` as JSON: a list of {@link AttemptValues}. A course can have hundreds of
 * thousands of attempts. A row for each takes the driver several times as long.
 */
const CELL = `a.session_id as "sessionId", a.user_id as "userId", a.scenario_id as "scenarioId", a.course_id as "courseId",
  a.campaign_id as "campaignId", a.organization_id as "organizationId", a.compete, a.score_card_type as "scoreCardType",
  '[' || string_agg(concat('["', a.attempt_id, '",',
    concat_ws(',', round(date_part('epoch', a.completed_at) * 1000), a.sequence, a.total_score, a.max_total_score, a.questions_score, a.max_questions_score,
      a.correct_questions, a.graded_questions, a.level,
      a.passed::integer * ${BITS.passed} + a.late::integer * ${BITS.late} + a.set_aside::integer * ${BITS.setAside}
        + (a.flags & ${flagBits(['TooFast'])} <> 0)::integer * ${BITS.tooFast},
      a.original), ']'), ',') || ']' as attempts`;
const BY_CELL = 'group by 1, 2, 3, 4, 5, 6, 7, 8';
const DECISION = `d.session_id as "sessionId", d.user_id as "userId", d.scenario_id as "scenarioId", d.course_id as "courseId",
  d.kind, d.points, d.maximum, d.passed, d.campaign_id as "campaignId", d.organization_id as "organizationId",
  d.compete, d.decided_at as "decidedAt", d.sequence`;
const CELLS = `(select distinct * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as e (session_id, user_id, scenario_id)) e`;

interface AttemptsRow extends Pick<
  StoredAttempt,
  'sessionId' | 'userId' | 'scenarioId' | 'courseId' | 'campaignId' | 'organizationId' | 'compete' | 'scoreCardType'
> {
  readonly attempts: string;
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
      attemptsOfCourse: `select ${CELL} from ${classes} k join ${attempts} a on a.session_id = k.session_id
        where k.course_id = $1 ${BY_CELL}`,
      attemptsOfScenario: `select ${CELL} from ${classes} k join ${attempts} a
        on a.session_id = k.session_id and a.scenario_id = $3
        where k.course_id = $1 and ($2::uuid is null or k.session_id = $2) ${BY_CELL}`,
      attemptsOfCells: `select ${CELL} from ${CELLS} join ${attempts} a
        on (a.session_id, a.user_id, a.scenario_id) = (e.session_id, e.user_id, e.scenario_id)
        where a.course_id is not null ${BY_CELL}`,
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
    for (const row of await this.attempts(client, scope)) {
      const cell = cellOf(row);
      for (const attempt of toAttempts(row)) cell.attempts.push(attempt);
    }
    for (const row of await this.decisions(client, scope)) decide(cellOf(row), row);
    return [...cells.values()];
  }

  /** Returns the scenarios of a course with attempts or decisions. */
  async scenarios(client: Reader, courseId: string): Promise<readonly string[]> {
    const { rows } = await client.query<{ scenario_id: string }>(this.statements.scenarios, [courseId]);
    return rows.map((row) => row.scenario_id);
  }

  private async attempts(client: Reader, scope: CellScope): Promise<readonly AttemptsRow[]> {
    const { statements } = this;
    const [statement, values] =
      'cells' in scope
        ? [statements.attemptsOfCells, columnsOf(scope.cells)]
        : scope.scenarioId === undefined
          ? [statements.attemptsOfCourse, [scope.courseId]]
          : [statements.attemptsOfScenario, [scope.courseId, null, scope.scenarioId]];
    return (await client.query<AttemptsRow>(statement, values)).rows;
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
    const values = [courseId, sessionId, scenarioId];
    const { rows } = await client.query<AttemptsRow>(this.statements.attemptsOfScenario, values);
    return rows.flatMap(toAttempts);
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

const toAttempts = (row: AttemptsRow): StoredAttempt[] =>
  (JSON.parse(row.attempts) as AttemptValues[]).map((values) => toAttempt(row, values));

/** Written without spreads, because a preview reads all attempts of a course. */
function toAttempt(row: AttemptsRow, values: AttemptValues): StoredAttempt {
  const bits = values[10];
  const attempt = {
    sessionId: row.sessionId,
    userId: row.userId,
    scenarioId: row.scenarioId,
    courseId: row.courseId,
    campaignId: row.campaignId,
    organizationId: row.organizationId,
    compete: row.compete,
    scoreCardType: row.scoreCardType,
    attemptId: values[0],
    time: values[1],
    sequence: values[2],
    totalScore: values[3],
    maxTotalScore: values[4],
    questionsScore: values[5],
    maxQuestionsScore: values[6],
    correct: values[7],
    counted: values[8],
    level: RESULT_LEVELS[values[9]]!,
    passed: (bits & BITS.passed) !== 0,
    late: (bits & BITS.late) !== 0,
    setAside: (bits & BITS.setAside) !== 0,
    tooFast: (bits & BITS.tooFast) !== 0,
  };
  return values[11] ? { ...attempt, original: values[11] } : attempt;
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
