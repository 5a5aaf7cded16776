import { projections } from '../../app.module.js';
import { flagBits } from '../../contracts/attempt-flags.rule.js';
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

  /** Returns the rows of one table and checks that they are the same for any batch size, also after a rebuild. */
  async function rowsOf<Row>(name: string, table: string): Promise<Row[]> {
    const rows = await rowsAfter(projection(name), 1_000, 1, events);
    for (const [size, times, steps] of [
      [1_000, 2, 'live'],
      [1, 2, 'live'],
      [2, 3, 'live'],
      [3, 2, 'live'],
      [1_000, 1, 'rebuilding'],
      [1, 2, 'rebuilding'],
      [2, 1, 'rebuilding'],
    ] as const) {
      expect({ size, times, steps, rows: await rowsAfter(projection(name), size, times, events, steps) }).toEqual({
        size,
        times,
        steps,
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
    const cells = await rowsOf<Cell>('attempts', 'gradebook_v19');
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
    const rows = await rowsOf<{ attempt_id: string; sequence: string }>('attempts', 'quiz_responses_v19');
    expect(rows).toMatchObject([{ attempt_id: goldenId('e1', 22), sequence: String(resumedAt) }]);
  });

  it('counts them on the leaderboard and in its totals', async () => {
    const rows = await rowsOf<{ attempt_id: string; score: number }>('attempts', 'leaderboards_v19');
    expect(rows.map(({ attempt_id }) => attempt_id).toSorted()).toEqual([goldenId('e1', 3), goldenId('e1', 5)]);
    const { leaderboard_totals_v19: totals } = await rowsAfter(projection('attempts'), 1_000, 1, events);
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
      const { leaderboards_v19: rows } = await rowsAfter(projection('attempts'), size, times, cleared);
      expect(rows).toEqual([]);
    }
  });

  it('removes their late mark in the attempts, except for those after the next end', async () => {
    const rows = await rowsOf<{ attempt_id: string; late: boolean }>('attempts', 'attempts_v19');
    const stillLate = rows.filter((row) => row.late).map((row) => row.attempt_id);
    expect(stillLate.toSorted()).toEqual([goldenId('e1', 4), goldenId('e1', 6), goldenId('e1', 23)]);
  });
});

it('assigns the totals of a class that a rebuild merges in several portions', async () => {
  // A portion has at most 500 scenarios.
  const attempts = Array.from({ length: 501 }, (_, index) =>
    goldenScore(index, { scenarioId: goldenId('51', index), campaignId: goldenId('c1', index % 3), totalScore: index }),
  );
  const live = await rowsAfter(projection('attempts'), 1_000, 1, numbered(attempts));
  expect(live['leaderboard_totals_v19']).toHaveLength(4);
  expect(await rowsAfter(projection('attempts'), 1_000, 1, numbered(attempts), 'rebuilding')).toEqual(live);
});

describe('attempts of one player at the same time', () => {
  /** Attempts 1 and 2 share two seconds, 3 lasts half a second, 4 shares one second with 1. All are of one player. */
  const times = [
    ['10:00:00.000', '10:01:00.000'],
    ['10:00:58.000', '10:02:00.000'],
    ['10:00:30.000', '10:00:30.500'],
    ['09:59:00.000', '10:00:01.000'],
  ] as const;
  const attempts = times.map(([started, completed], index) =>
    goldenScore(index + 1, { startedAt: `2026-03-02T${started}Z`, completedAt: `2026-03-02T${completed}Z` }),
  );
  const other = goldenScore(5, { userId: student(2), startedAt: '2026-03-02T10:00:00Z' });

  it.each([
    ['in one order', attempts],
    ['in the other order', attempts.toReversed()],
  ])('flags those that share more than a second, %s and in batches of any size', async (_order, ordered) => {
    const events = numbered([...ordered, other]);
    for (const size of [1, 2, 3, 1_000]) {
      for (const steps of ['live', 'rebuilding'] as const) {
        const { attempts_v19: rows } = await rowsAfter(projection('attempts'), size, 2, events, steps);
        const flagged = (rows as { attempt_id: string; flags: number }[])
          .filter(({ flags }) => flags & flagBits(['Overlapping']))
          .map((row) => row.attempt_id);
        expect({ size, steps, flagged: flagged.toSorted() }).toEqual({
          size,
          steps,
          flagged: [goldenId('e1', 1), goldenId('e1', 2)],
        });
      }
    }
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
    const rowsOf = (events: ProjectedEvent[], size = 1_000, times = 1, steps: 'live' | 'rebuilding' = 'live') =>
      rowsAfter(projection('attempts'), size, times, events, steps);
    const { quiz_responses_v19: responses, quiz_forms_v19: forms } = await rowsOf(withText(texts, false));
    const freeTexts = (responses as { free_text: string }[]).map(({ free_text }) => free_text);
    expect(freeTexts.toSorted()).toEqual(['["kept too","kept"]', '["somehow","because"]']);
    expect(forms).toHaveLength(1);
    const rebuilt = await rowsOf(withText(ERASED, true));
    expect(JSON.stringify(rebuilt)).not.toContain('somehow');
    for (const table of ['quiz_responses_v19', 'attempts_v19']) {
      expect(JSON.stringify(rebuilt[table])).toContain('kept too');
    }
    for (const [size, times, steps] of [
      [1_000, 1, 'live'],
      [1, 2, 'live'],
      [2, 3, 'live'],
      [1_000, 1, 'rebuilding'],
      [1, 2, 'rebuilding'],
      [2, 3, 'rebuilding'],
    ] as const) {
      expect(await rowsOf(withText(texts, true), size, times, steps)).toEqual(rebuilt);
    }
  });

  it('changes a response with the sequence of the erasure, also in a rebuild', async () => {
    const erased = numbered([
      goldenQuiz(31, { questionScorecards, freeText: ERASED }),
      goldenQuiz(33, { userId: student(2), questionScorecards, freeText: '["kept","kept too"]' }),
      golden('PersonalDataErased', { userId: student(1) }),
    ]);
    for (const [size, steps] of [
      [1_000, 'live'],
      [1, 'live'],
      [1_000, 'rebuilding'],
      [1, 'rebuilding'],
    ] as const) {
      const { quiz_responses_v19: rows } = await rowsAfter(projection('attempts'), size, 2, erased, steps);
      const sequences = (rows as { user_id: string; sequence: string }[]).map((row) => [row.user_id, row.sequence]);
      expect({ size, steps, sequences: sequences.toSorted() }).toEqual({
        size,
        steps,
        sequences: [
          [student(1), '3'],
          [student(2), '2'],
        ],
      });
    }
  });
});
