import { projections } from '../../app.module.js';
import { FREE_TEXT } from '../../contracts/free-text.rule.js';
import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import type { ProjectedEvent, Projection } from '../../platform/eventsourcing/projection.js';
import { golden, goldenCards, goldenId, goldenQuiz, goldenScore } from '../../testing/golden-events.js';
import { numbered, projectedRows } from '../../testing/projected-rows.js';

const rowsAfter = projectedRows();

const [first, second] = [goldenId('d1', 1), goldenId('d1', 2)];
const student = (number: number) => goldenId('a1', number);
const at = (time: string) => `2026-03-02T${time}:00.000Z`;
const projection = (name: string): Projection => projections.find((each) => each.name === name)!;

describe('late attempts of a class that is resumed', () => {
  const late = { late: true, completedAt: at('09:59') };
  const ofClass = { sessionId: first, scenarioId: goldenId('51', 1) };
  /** Three late attempts before the class is resumed, two after its next end, and one of another class. */
  const events = numbered([
    golden('CourseCreated'),
    golden('ClassStarted'),
    goldenScore(1, { totalScore: 500 }),
    goldenQuiz(21, { ...ofClass, questionsScore: 10 }),
    goldenScore(2, { totalScore: 600, campaignType: 'Compete' }),
    golden('ClassEnded'),
    goldenScore(3, { ...late, totalScore: 700 }),
    goldenScore(4, { ...late, totalScore: 900, sessionId: second }),
    goldenScore(5, { ...late, totalScore: 550, userId: student(2) }),
    goldenQuiz(22, { ...late, ...ofClass, questionsScore: 20, questionScorecards: goldenCards('Late?') }),
    golden('ClassResumed'),
    golden('ClassEnded'),
    goldenScore(6, { ...late, totalScore: 990 }),
    goldenQuiz(23, { ...late, ...ofClass, questionsScore: 30 }),
  ]);
  const resumedAt = events.findIndex(({ type }) => type === 'ClassResumed') + 1;

  /** Returns the rows of one table and checks that they are the same for any batch size. */
  async function rowsOf<Row>(name: string, table: string): Promise<Row[]> {
    const rows = await rowsAfter(projection(name), 1_000, 1, events);
    for (const [size, times] of [
      [1_000, 2],
      [1, 2],
      [2, 3],
      [3, 2],
    ] as const) {
      expect({ size, times, rows: await rowsAfter(projection(name), size, times, events) }).toEqual({
        size,
        times,
        rows,
      });
    }
    return rows[table] as Row[];
  }

  it('counts them in the gradebook, with the sequence of the resumption', async () => {
    interface Cell {
      user_id: string;
      scenario_id: string;
      attempt_id: string;
      sequence: string;
    }
    const cells = await rowsOf<Cell>('attempts', 'gradebook_v17');
    const shown = cells.map((row) => [row.user_id, row.attempt_id, Number(row.sequence)]);
    expect(shown.toSorted()).toEqual(
      [
        [student(1), goldenId('e1', 3), resumedAt],
        [student(1), goldenId('e1', 22), resumedAt],
        [student(2), goldenId('e1', 5), resumedAt],
      ].toSorted(),
    );
  });

  it('counts them in the responses to a quiz', async () => {
    const rows = await rowsOf<{ attempt_id: string; sequence: string }>('attempts', 'quiz_responses_v17');
    expect(rows).toMatchObject([{ attempt_id: goldenId('e1', 22), sequence: String(resumedAt) }]);
  });

  it('counts them on the leaderboard and in its totals', async () => {
    const rows = await rowsOf<{ attempt_id: string; score: number }>('attempts', 'leaderboards_v17');
    expect(rows.map(({ attempt_id }) => attempt_id).toSorted()).toEqual([goldenId('e1', 3), goldenId('e1', 5)]);
    const { leaderboard_totals_v17: totals } = await rowsAfter(projection('attempts'), 1_000, 1, events);
    expect((totals as { score: number }[]).map((row) => row.score).toSorted()).toEqual([550, 550, 700, 700]);
  });

  it('leaves them out of boards that were cleared after they arrived', async () => {
    const cleared = numbered([
      ...events.slice(0, resumedAt - 1),
      golden('LeaderboardsCleared'),
      golden('ClassResumed'),
    ]);
    for (const [size, times] of [
      [1_000, 1],
      [1, 2],
      [2, 2],
    ] as const) {
      const { leaderboards_v17: rows } = await rowsAfter(projection('attempts'), size, times, cleared);
      expect(rows).toEqual([]);
    }
  });

  it('removes their late mark in the attempts, except for those after the next end', async () => {
    const rows = await rowsOf<{ attempt_id: string; late: boolean }>('attempts', 'attempts_v17');
    const stillLate = rows.filter((row) => row.late).map((row) => row.attempt_id);
    expect(stillLate.toSorted()).toEqual([goldenId('e1', 4), goldenId('e1', 6), goldenId('e1', 23)]);
  });
});

describe('typed text in a quiz', () => {
  const [typed] = goldenCards('What?');
  const answers = [
    { answerText: FREE_TEXT, answered: true, correct: false },
    { answerText: 'So', answered: false, correct: true },
  ];
  const questionScorecards = [
    { ...typed!, questionText: 'Why?', answerScorecards: answers },
    { ...typed!, questionText: 'How?', answerScorecards: answers },
  ];
  const withText = (freeText: string, erased: boolean) =>
    numbered([
      goldenQuiz(31, { questionScorecards, freeText }),
      goldenQuiz(32, { questionScorecards, freeText, late: true, completedAt: at('09:59') }),
      goldenQuiz(33, { userId: student(2), questionScorecards, freeText: '["kept","kept too"]' }),
      ...(erased ? [golden('PersonalDataErased', { userId: student(1) })] : []),
      golden('ClassResumed', { sessionId: second }),
    ]);

  it('is in the order of the shared form, is removed when the player is erased, and is rebuilt identically', async () => {
    const texts = '["because","somehow"]';
    const rowsOf = async (events: ProjectedEvent[], size = 1_000, times = 1) =>
      rowsAfter(projection('attempts'), size, times, events);
    const { quiz_responses_v17: responses, quiz_forms_v17: forms } = await rowsOf(withText(texts, false));
    const freeTexts = (responses as { free_text: string }[]).map(({ free_text }) => free_text);
    expect(freeTexts.toSorted()).toEqual(['["kept too","kept"]', '["somehow","because"]']);
    expect(forms).toHaveLength(1);
    const rebuilt = await rowsOf(withText(ERASED, true));
    expect(JSON.stringify(rebuilt)).not.toContain('somehow');
    for (const table of ['quiz_responses_v17', 'attempts_v17']) {
      expect(JSON.stringify(rebuilt[table])).toContain('kept too');
    }
    for (const [size, times] of [
      [1_000, 1],
      [1, 2],
      [2, 3],
    ] as const) {
      expect(await rowsOf(withText(texts, true), size, times)).toEqual(rebuilt);
    }
  });
});
