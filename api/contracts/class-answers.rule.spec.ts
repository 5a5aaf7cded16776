import type { ClassAnswers } from './class-answers.contract.js';
import { openAnswers, quizAt } from './class-answers.rule.js';
import { openDebrief } from './debrief.rule.js';
import { itemAnalysis } from './item-analysis.rule.js';
import { attemptId, CLASS_START, personId, recordedAttempt, sampleRecording, scenarioId } from './recording.fixture.js';
import type { Recording } from './recording.contract.js';
import { ATTEMPT_FLAGS } from './recording.rule.js';

const FORM = personId(80);
const OTHER_FORM = personId(81);
const option = (answerText: string, correct = false) => ({ answerText, correct });
const question = (questionText: string, maxScore: number | null = 10) => ({
  questionText,
  maxScore,
  answers: [option('yes', true), option('no')],
});
const asked = (text: string, maxScore: number | null = 10): ClassAnswers['forms'][number][1][number] => [
  text,
  maxScore,
  'yes',
  true,
  'no',
  false,
];

/** An attempt at the quiz, which is scenario 0, with points for each of its questions. */
function attempt(sequence: number, person: number, questions: number): Recording['attempts'][number] {
  const recorded = recordedAttempt(sequence, { person, total: 0, flags: ATTEMPT_FLAGS.quiz + ATTEMPT_FLAGS.passed });
  return [...recorded.slice(0, 8), questions, 20, ...recorded.slice(10)] as Recording['attempts'][number];
}

/** Student 0 answers wrongly, then one question correctly; student 1 both correctly. */
const ANSWERS: ClassAnswers = {
  editions: [{ edition: 1, questions: [question('Why?'), question('How?')] }],
  forms: [[FORM, [asked('How?'), asked('Why?')]]],
  attempts: [
    [
      attemptId(10),
      FORM,
      [
        [1, 0, 1],
        [0, 0],
      ],
    ],
    [
      attemptId(20),
      FORM,
      [
        [0, 10, 0],
        [1, 0, 1],
      ],
    ],
    [
      attemptId(30),
      FORM,
      [
        [1, 10, 0],
        [0, 10, 0],
      ],
    ],
  ],
};
const ATTEMPTS = [attempt(10, 0, 0), attempt(20, 0, 10), attempt(30, 1, 20)];

function itemsAt(sequence: number, parts: Partial<Recording> = {}, answers = ANSWERS) {
  const debrief = openDebrief(sampleRecording(2, 1, { attempts: ATTEMPTS, ...parts }), 'seen');
  const state = debrief.at(debrief.positionOf(sequence));
  const { columns, quizzes, missing } = quizAt(debrief, state, scenarioId(0), openAnswers(answers));
  const { attempts, items } = itemAnalysis(columns, quizzes);
  const counts = items
    .toSorted((a, b) => a.number - b.number)
    .map(({ questionText, answered, options }) => [questionText, answered, ...options.map(({ chosen }) => chosen)]);
  return { attempts, missing, counts };
}

describe('the questions of a quiz at a moment', () => {
  it('count the attempt that counted then, in the order of the catalogue', () => {
    const none = {
      attempts: 0,
      missing: false,
      counts: [
        ['Why?', 0, 0, 0],
        ['How?', 0, 0, 0],
      ],
    };
    expect(itemsAt(5)).toEqual(none);
    expect(itemsAt(10)).toEqual({
      ...none,
      attempts: 1,
      counts: [
        ['Why?', 1, 0, 1],
        ['How?', 0, 0, 0],
      ],
    });
    expect(itemsAt(20)).toEqual({
      ...none,
      attempts: 1,
      counts: [
        ['Why?', 1, 0, 1],
        ['How?', 1, 1, 0],
      ],
    });
    expect(itemsAt(30)).toEqual({
      ...none,
      attempts: 2,
      counts: [
        ['Why?', 2, 1, 1],
        ['How?', 2, 2, 0],
      ],
    });
  });

  it('go back to the former attempt while the better one is set aside', () => {
    const steps: Recording['steps'] = [
      [40, CLASS_START + 40_000, 'set-aside', personId(90), attemptId(20)],
      [50, CLASS_START + 50_000, 'undone', personId(90)],
    ];
    expect(itemsAt(40, { steps }).counts).toEqual([
      ['Why?', 2, 1, 1],
      ['How?', 1, 1, 0],
    ]);
    expect(itemsAt(50, { steps }).counts).toEqual([
      ['Why?', 2, 1, 1],
      ['How?', 2, 2, 0],
    ]);
  });

  it('keep the answers of a student whose result is set or excused', () => {
    const cell = [personId(90), personId(0), scenarioId(0)] as const;
    const points: Recording['steps'] = [[40, CLASS_START + 40_000, 'points', ...cell, 20, 20, true]];
    const excused: Recording['steps'] = [[40, CLASS_START + 40_000, 'excused', ...cell]];
    for (const steps of [points, excused]) expect(itemsAt(40, { steps })).toEqual(itemsAt(30));
  });

  it('leave out students who are not on the roster then', () => {
    const roster: Recording['roster'] = [[40, CLASS_START + 40_000, 'left', 0]];
    expect(itemsAt(40, { roster }).counts).toEqual([
      ['Why?', 1, 1, 0],
      ['How?', 1, 1, 0],
    ]);
  });

  it('have the columns of the edition of the moment, then questions of earlier editions that were asked', () => {
    const steps: Recording['steps'] = [[40, CLASS_START + 40_000, 'catalogue', 2]];
    const editions = [...ANSWERS.editions, { edition: 2, questions: [question('Where?', null), question('How?')] }];
    const answers = { ...ANSWERS, editions };
    expect(itemsAt(30, { steps }, answers).counts.map(([text]) => text)).toEqual(['Why?', 'How?']);
    expect(itemsAt(40, { steps }, answers).counts.map(([text]) => text)).toEqual(['Where?', 'How?', 'Why?']);
  });

  it('say that answers are missing which arrived after they were loaded', () => {
    const loaded = { ...ANSWERS, attempts: ANSWERS.attempts.slice(0, 2) };
    expect(itemsAt(20, {}, loaded).missing).toBe(false);
    expect(itemsAt(30, {}, loaded)).toMatchObject({ missing: true, attempts: 1 });
  });

  it('leave out an attempt whose form is unknown', () => {
    const { attempts } = openAnswers({ ...ANSWERS, attempts: [[attemptId(10), OTHER_FORM, []]] });
    expect(attempts.size).toBe(0);
  });
});
