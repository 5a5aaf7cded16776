import { flagBits } from '../../contracts/attempt-flags.rule.js';
import { type RuledAttempt, type RuledCell, type RuledPoints } from '../../contracts/cell-results.rule.js';
import type { Figures, Grading } from '../../contracts/grading.rule.js';
import type { Regrade } from '../../contracts/regrade.rule.js';
import { RESULT_LEVELS } from '../../contracts/result-level.rule.js';
import type { Cell } from './grade.events.js';

/** An attempt of a class as it is stored, with the figures after all regrades. */
export interface StoredAttempt extends CellOfCourse, RuledAttempt {}

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
  | { readonly courseId: string }
  | ({ readonly courseId: string } & ScenarioOfCourse)
  | { readonly cells: readonly CellOfCourse[] };

/** A scenario with attempts or decisions. `decided`: with decisions. */
interface ScenarioOfCourse {
  readonly scenarioId: string;
  readonly decided: boolean;
}

/** Bits of the last but one of {@link AttemptValues}. */
const BITS = { passed: 1, late: 2, setAside: 4, tooFast: 8, compete: 16, quiz: 32 } as const;

/** An attempt without the values of its cell. `time`: completion in seconds since 1970. */
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
 * Values that the attempts of a cell usually share, and `attempts`: a list of {@link AttemptValues} as JSON without the outer brackets. A
 * course can have hundreds of thousands of attempts. A row for each takes the driver several times as long, and more columns or calls in
 * this text take PostgreSQL longer.
 * @param courseId SQL of the course, cheapest as a parameter
 */
const cellColumns = (
  courseId: string,
): string => `a.session_id as "sessionId", a.user_id as "userId", a.scenario_id as "scenarioId",
  ${courseId} as "courseId",
  string_agg(concat_ws(',', '"' || a.attempt_id || '"', date_part('epoch', a.completed_at), a.sequence, a.total_score, a.max_total_score,
    a.questions_score, a.max_questions_score, a.correct_questions, a.graded_questions, a.level,
    a.passed::integer * ${BITS.passed} + a.late::integer * ${BITS.late} + a.set_aside::integer * ${BITS.setAside}
      + (a.flags & ${flagBits(['TooFast'])} <> 0)::integer * ${BITS.tooFast} + a.compete::integer * ${BITS.compete}
      + (a.score_card_type = 'Quiz')::integer * ${BITS.quiz},
    a.original), '],[') as attempts`;
const BY_CELL = 'group by 1, 2, 3, 4';
const DECISION = `d.session_id as "sessionId", d.user_id as "userId", d.scenario_id as "scenarioId", d.course_id as "courseId",
  d.kind, d.points, d.maximum, d.passed, d.campaign_id as "campaignId", d.organization_id as "organizationId",
  d.compete, d.decided_at as "decidedAt", d.sequence`;
const CELLS = `(select distinct * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as e (session_id, user_id, scenario_id)) e`;

interface AttemptsRow extends CellOfCourse {
  readonly attempts: string;
}

interface DecisionRow extends Omit<StoredPoints, 'sequence'>, CellOfCourse {
  readonly kind: 'Points' | 'Excused' | 'Comment' | 'Cleared';
  readonly sequence: string;
}

interface DecidedCell {
  readonly cell: CellOfCourse;
  readonly decisions: DecisionRow[];
}

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
    const classesOf = `array(select k.session_id from ${classes} k where k.course_id = $1)`;
    this.statements = {
      attemptsOfCourse: `select ${cellColumns('$1::uuid')} from ${attempts} a where a.session_id = any (${classesOf}) ${BY_CELL}`,
      attemptsOfScenario: `select ${cellColumns('$1::uuid')} from ${attempts} a
        where a.session_id = any (${classesOf}) and ($2::uuid is null or a.session_id = $2) and a.scenario_id = $3 ${BY_CELL}`,
      attemptsOfCells: `select ${cellColumns('a.course_id')} from ${CELLS} join ${attempts} a
        on (a.session_id, a.user_id, a.scenario_id) = (e.session_id, e.user_id, e.scenario_id)
        where a.course_id is not null ${BY_CELL}`,
      decisionsOfCourse: `select ${DECISION} from ${decisions} d
        where d.course_id = $1 and ($2::uuid is null or d.scenario_id = $2) and not d.undone order by d.sequence`,
      decisionsOfCells: `select ${DECISION} from ${CELLS} join ${decisions} d
        on (d.session_id, d.user_id, d.scenario_id) = (e.session_id, e.user_id, e.scenario_id) where not d.undone order by d.sequence`,
      // PostgreSQL would read every attempt for a distinct list. This takes one step in the index for each scenario.
      scenarios: `with recursive played as (
          select k.session_id, (select a.scenario_id from ${attempts} a where a.session_id = k.session_id order by 1 limit 1)
          from ${classes} k where k.course_id = $1
          union all select p.session_id, (select a.scenario_id from ${attempts} a
            where a.session_id = p.session_id and a.scenario_id > p.scenario_id order by 1 limit 1)
          from played p where p.scenario_id is not null)
        select s.scenario_id as "scenarioId", bool_or(s.decided) as decided
        from (select scenario_id, false as decided from played where scenario_id is not null
          union all select d.scenario_id, true from ${decisions} d where d.course_id = $1) s
        group by 1 order by 1`,
      gradings: `select course_id, grading from ${gradings} where course_id = any ($1::uuid[]) and grading is not null`,
      regrades: `select r.session_id as "sessionId", r.scenario_id as "scenarioId", r.rule from ${regrades} r
        where r.course_id = $1 and not r.undone order by r.sequence`,
    };
  }

  /** Reads the cells of a scope: of a course or scenario those with attempts or decisions, otherwise also those without. */
  async read(client: Reader, scope: CellScope): Promise<StoredCell[]> {
    return [...(await this.readLazily(client, scope))];
  }

  /** Like {@link read}, but each cell is made when its turn comes. If the caller keeps no attempts, those of one cell are in memory at a time. */
  async readLazily(client: Reader, scope: CellScope): Promise<Iterable<StoredCell>> {
    const attempts = await this.attempts(client, scope);
    const decided = new Map<string, DecidedCell>();
    const decidedCell = (cell: CellOfCourse): DecidedCell => {
      const key = keyOf(cell);
      let found = decided.get(key);
      if (!found) decided.set(key, (found = { cell, decisions: [] }));
      return found;
    };
    if ('cells' in scope) scope.cells.forEach(decidedCell);
    for (const row of await this.decisions(client, scope)) decidedCell(row).decisions.push(row);
    return toCells(attempts, decided);
  }

  /** Returns the scenarios of a course with attempts or decisions. */
  async scenarios(client: Reader, courseId: string): Promise<readonly ScenarioOfCourse[]> {
    return (await client.query<ScenarioOfCourse>(this.statements.scenarios, [courseId])).rows;
  }

  private async attempts(client: Reader, scope: CellScope): Promise<readonly AttemptsRow[]> {
    const { statements } = this;
    const [statement, values] =
      'cells' in scope
        ? [statements.attemptsOfCells, columnsOf(scope.cells)]
        : 'scenarioId' in scope
          ? [statements.attemptsOfScenario, [scope.courseId, null, scope.scenarioId]]
          : [statements.attemptsOfCourse, [scope.courseId]];
    return (await client.query<AttemptsRow>(statement, values)).rows;
  }

  private async decisions(client: Reader, scope: CellScope): Promise<readonly DecisionRow[]> {
    const { statements } = this;
    if ('scenarioId' in scope && !scope.decided) return [];
    const [statement, values] =
      'cells' in scope
        ? [statements.decisionsOfCells, columnsOf(scope.cells)]
        : [statements.decisionsOfCourse, [scope.courseId, 'scenarioId' in scope ? scope.scenarioId : null]];
    return (await client.query<DecisionRow>(statement, values)).rows;
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
  (JSON.parse(`[[${row.attempts}]]`) as AttemptValues[]).map((values) => toAttempt(row, values));

/** Written without spreads, because a preview reads all attempts of a course. */
function toAttempt(row: AttemptsRow, values: AttemptValues): StoredAttempt {
  const bits = values[10];
  const attempt = {
    sessionId: row.sessionId,
    userId: row.userId,
    scenarioId: row.scenarioId,
    courseId: row.courseId,
    compete: (bits & BITS.compete) !== 0,
    scoreCardType: (bits & BITS.quiz) === 0 ? ('Default' as const) : ('Quiz' as const),
    attemptId: values[0],
    time: Math.round(values[1] * 1_000),
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

function* toCells(rows: readonly AttemptsRow[], decided: Map<string, DecidedCell>): Generator<StoredCell> {
  for (const row of rows) {
    const key = decided.size > 0 ? keyOf(row) : '';
    yield toCell(row, toAttempts(row), decided.get(key)?.decisions);
    decided.delete(key);
  }
  for (const { cell, decisions } of decided.values()) yield toCell(cell, [], decisions);
}

const toCell = (
  { sessionId, userId, scenarioId, courseId }: CellOfCourse,
  attempts: readonly StoredAttempt[],
  decisions: readonly DecisionRow[] = [],
): StoredCell => ({ sessionId, userId, scenarioId, courseId, attempts, ...inForce(decisions) });

const NOT_DECIDED = { points: null, excused: false, commented: false };

/** Points end an excuse, and an excuse ends points. */
function inForce(decisions: readonly DecisionRow[]): Pick<StoredCell, 'points' | 'excused' | 'commented'> {
  if (decisions.length === 0) return NOT_DECIDED;
  const about = decisions.filter(({ kind }) => kind !== 'Comment');
  const last = about.at(-1);
  const commented = about.length < decisions.length;
  if (last?.kind !== 'Points') return { points: null, excused: last?.kind === 'Excused', commented };
  const { kind: _kind, sequence, ...points } = last;
  return { points: { ...points, sequence: Number(sequence) }, excused: false, commented };
}
