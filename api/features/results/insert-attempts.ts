import { flagBits } from '../../contracts/attempt-flags.rule.js';
import { ATTEMPT_FLAGS } from '../../contracts/recording.rule.js';
import { rankOfLevel } from '../../contracts/result-level.rule.js';
import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import { formIdOf, toAnsweredForm } from '../answered-forms/answered-form.query.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import { OVERLAPPING } from './attempts.tables.js';
import { assignTotalsOf } from './board-totals.js';
import type { ChangedResults } from './changed-results.js';
import { overlappingAmong } from './flag-overlaps.js';
import { insertQuizForms, mergeResponses, type NewQuiz, quizzesOf } from './merge-responses.js';
import { INSERT_ATTEMPTS, MERGE_ATTEMPTS, type Merged } from './merge-attempts.js';
import { recountArrived } from './recount.js';

type Score = ProjectedEvent<ScoreSubmitted>;

const ROWS = rowSet({
  attempt_id: 'uuid',
  user_id: 'uuid',
  session_id: 'uuid',
  course_id: 'uuid',
  organization_id: 'uuid',
  scenario_id: 'uuid',
  campaign_id: 'uuid',
  compete: 'boolean',
  score_card_type: 'text',
  total_score: 'double precision',
  questions_score: 'double precision',
  max_total_score: 'double precision',
  max_questions_score: 'double precision',
  correct_questions: 'smallint',
  graded_questions: 'smallint',
  passed: 'boolean',
  late: 'boolean',
  level: 'smallint',
  flags: 'smallint',
  arrival_flags: 'smallint',
  arrival_level: 'smallint',
  arrival_reasons: 'smallint',
  started_at: 'timestamptz',
  completed_at: 'timestamptz',
  arrived_at: 'timestamptz',
  claimed_started_at: 'timestamptz',
  claimed_completed_at: 'timestamptz',
  form_id: 'uuid',
  answers: 'text',
  free_text: 'text',
  sequence: 'bigint',
});

const FORMS = rowSet({ form_id: 'uuid', questions: 'text' });

const INSERT_FORMS = `
  insert into attempt_forms_v19 (${FORMS.columns}) select * from ${FORMS.source} as e on conflict do nothing`;

/** Statements that merge attempts when they are inserted, or leave that for later. */
const INSERT = { now: MERGE_ATTEMPTS(ROWS), later: INSERT_ATTEMPTS(ROWS) };

/** Inserts attempts, and updates the responses that they improve, and now or later the cells and boards. */
export async function insertAttempts(
  client: ProjectionClient,
  events: readonly Score[],
  changed: ChangedResults,
  merging: keyof typeof INSERT,
): Promise<void> {
  const { arriving, forms } = toRows(events);
  const overlapping = overlappingAmong(arriving);
  const rows = arriving.map((row) =>
    overlapping.has(row.attempt_id) ? { ...row, flags: row.flags | OVERLAPPING } : row,
  );
  // The responses are prepared while PostgreSQL works. A rebuild derives most of them later.
  const [{ rows: merged }, arrived] = await Promise.all([
    client.query<Merged>(INSERT[merging], ROWS.parameters(rows)),
    merging === 'now' ? Promise.resolve(events).then(quizzesOf) : undefined,
  ]);
  const quizzes = arrived ?? quizzesOf(ruledOf(events, merged));
  const formRows = [...forms].map(([questions, form_id]) => ({ form_id, questions }));
  await client.query(INSERT_FORMS, FORMS.parameters(formRows));
  changed.add(
    'recording',
    rows.map((row) => row.session_id),
  );
  const reviewed = [...rows.filter(({ flags }) => flags !== 0), ...merged.filter(({ kind }) => kind === 'review')];
  changed.add(
    'review',
    reviewed.map((row) => row.session_id),
  );
  await mergeInserted(client, merged, quizzes, changed);
}

function ruledOf(events: readonly Score[], merged: readonly Merged[]): Score[] {
  const ruled = new Set(merged.filter(({ kind }) => kind === 'ruled').map((row) => row.attempt_id));
  return ruled.size === 0 ? [] : events.filter(({ data }) => ruled.has(data.attemptId));
}

async function mergeInserted(
  client: ProjectionClient,
  merged: readonly Merged[],
  quizzes: readonly NewQuiz[],
  changed: ChangedResults,
): Promise<void> {
  const of = (kind: Merged['kind']): Merged[] => merged.filter((row) => row.kind === kind);
  const [cells, boards, merging, ruled] = [of('cell'), of('board'), of('quiz'), of('ruled')];
  changed.add(
    'gradebook',
    cells.map((row) => row.session_id),
  );
  changed.add(
    'leaderboard',
    boards.map((row) => row.session_id),
  );
  await assignTotalsOf(client, boards);
  await insertQuizForms(client, quizzes);
  const inserted = new Set(merging.map((row) => row.attempt_id));
  const responses = quizzes.flatMap(({ late, response }) =>
    !late && inserted.has(response.attempt_id) ? [response] : [],
  );
  changed.add('quiz', await mergeResponses(client, responses));
  await recountArrived(client, ruled, changed);
}

/** Returns the rows of attempts, and the ids of their forms by the questions. */
function toRows(events: readonly Score[]) {
  const forms = new Map<string, string>();
  const arriving = events.map((event) => {
    const { questions, answers } = toAnsweredForm(event.data.questionScorecards);
    // Hashes each form once. A batch has thousands of attempts with few forms.
    const formId = forms.get(questions) ?? formIdOf(questions);
    forms.set(questions, formId);
    return toRow(event, formId, answers);
  });
  return { arriving, forms };
}

function toRow({ data, metadata, sequence }: Score, formId: string, answers: string) {
  const graded = data.questionScorecards.filter((question) => (question.maxScore ?? 0) > 0);
  const level = rankOfLevel(data.level ?? 'Reported');
  const reasons = flagBits(data.flags ?? []);
  return {
    attempt_id: data.attemptId,
    user_id: data.userId,
    session_id: data.sessionId,
    course_id: data.courseId,
    organization_id: data.organizationId,
    scenario_id: data.scenarioId,
    campaign_id: data.campaignId,
    compete: data.campaignType === 'Compete',
    score_card_type: data.scoreCardType,
    total_score: data.totalScore,
    questions_score: data.questionsScore,
    max_total_score: data.maxTotalScore,
    max_questions_score: data.maxQuestionsScore,
    correct_questions: graded.filter((question) => question.score === question.maxScore).length,
    graded_questions: graded.length,
    passed: data.passed,
    late: data.late,
    level,
    flags: data.tooFast ? reasons | flagBits(['TooFast']) : reasons,
    arrival_flags: arrivalFlags(data),
    arrival_level: level,
    arrival_reasons: reasons,
    started_at: data.startedAt,
    completed_at: data.completedAt,
    arrived_at: metadata.occurredAt,
    claimed_started_at: data.claimed?.startedAt,
    claimed_completed_at: data.claimed?.completedAt,
    form_id: formId,
    answers,
    free_text: data.freeText ?? null,
    sequence,
  };
}

const arrivalFlags = (data: ScoreSubmitted['data']): number =>
  (data.passed ? ATTEMPT_FLAGS.passed : 0) +
  (data.tooFast ? ATTEMPT_FLAGS.tooFast : 0) +
  (data.late ? ATTEMPT_FLAGS.late : 0) +
  (data.campaignType === 'Compete' ? ATTEMPT_FLAGS.compete : 0) +
  (data.scoreCardType === 'Quiz' ? ATTEMPT_FLAGS.quiz : 0);
