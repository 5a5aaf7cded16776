import { competeScenario, quizScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import { assertCanBegin, type ClassOfAttempt, decideScore } from './score.stream.js';

const at = (time: string): string => `2026-03-02T${time}.000Z`;
const userId = '0198c0de-00a1-7000-8000-000000000001';
const running: ClassOfAttempt = {
  courseId: 'course',
  organizationId: 'organization',
  startedAt: at('09:00:00'),
  endedAt: null,
  onRoster: true,
  joinedAt: null,
};
const ended: ClassOfAttempt = { ...running, endedAt: at('10:00:00') };

const decide = (completedAt: string, now: string, classOfAttempt: ClassOfAttempt | null = running) =>
  decideScore({
    attempt: sampleAttempt('session', competeScenario, { startedAt: completedAt, completedAt }),
    userId,
    organizationId: 'own',
    scenario: competeScenario,
    classOfAttempt,
    now: new Date(now).getTime(),
  });

const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'accepted';
};

it('records the class and the campaign of the moment', () => {
  const { data } = decide(at('09:30:00'), at('09:30:01'));
  expect(data).toMatchObject({
    userId,
    courseId: 'course',
    organizationId: 'organization',
    campaignType: 'Compete',
    late: false,
  });
});

it('records the player’s organization outside a class', () => {
  expect(decide(at('09:30:00'), at('09:30:01'), null).data).toMatchObject({
    courseId: null,
    organizationId: 'own',
    late: false,
  });
});

it('keeps a time up to a minute ahead outside a class, and shifts one up to a day ahead', () => {
  expect(decide(at('09:31:00'), at('09:30:00'), null).data).toMatchObject({ completedAt: at('09:31:00') });
  expect(decide(at('09:31:01'), at('09:30:00'), null).data).toMatchObject({
    completedAt: at('09:30:00'),
    claimed: { startedAt: at('09:31:01'), completedAt: at('09:31:01') },
  });
  expect(() => decide('2026-03-03T09:30:00.001Z', at('09:30:00'), null)).toThrow(
    'An attempt cannot end in the future.',
  );
});

it('keeps any past time outside a class, however long the attempt waited offline', () => {
  expect(decide('2025-03-02T09:30:00.000Z', at('09:30:00'), null).data).not.toHaveProperty('claimed');
});

describe('an attempt of a running class', () => {
  const played = (startedAt: string, completedAt: string, now: string) =>
    decideScore({
      attempt: sampleAttempt('session', competeScenario, { startedAt, completedAt }),
      userId,
      organizationId: 'own',
      scenario: competeScenario,
      classOfAttempt: running,
      now: new Date(now).getTime(),
    }).data;

  it.each([
    ['two minutes behind', at('08:59:00'), at('08:59:30'), at('09:00:30')],
    ['two minutes ahead', at('09:32:00'), at('09:32:30'), at('09:30:30')],
    ['a day ahead', '2026-03-03T09:00:00.000Z', '2026-03-03T09:00:30.000Z', at('09:00:30')],
    ['a day behind', '2026-03-01T10:00:00.000Z', '2026-03-01T10:00:30.000Z', at('10:00:30')],
  ])(
    'is shifted to its arrival when the clock is %s, and keeps its duration and the claimed times',
    (_, from, to, now) => {
      const arrival = new Date(now).getTime();
      expect(played(from, to, now)).toMatchObject({
        startedAt: new Date(arrival - 30_000).toISOString(),
        completedAt: now,
        claimed: { startedAt: from, completedAt: to },
        late: false,
      });
    },
  );

  it('is not shifted when its times are within the class, even if it arrives hours later', () => {
    expect(played(at('08:50:00'), at('09:00:00'), at('17:00:00'))).toMatchObject({
      startedAt: at('08:50:00'),
      completedAt: at('09:00:00'),
    });
    expect(played(at('09:00:00'), at('09:30:00'), at('17:00:00'))).not.toHaveProperty('claimed');
  });

  it('is rejected when its times are more than a day off', () => {
    expect(refusal(() => played(at('08:59:00'), at('08:59:59'), '2026-03-03T09:00:00.000Z'))).toBe('CLASS_NOT_ACTIVE');
  });

  it('never starts before 1970, whatever its claimed duration', () => {
    const { startedAt } = played('1970-01-01T00:00:00.000Z', at('20:00:00'), at('10:00:00'));
    expect(startedAt).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('an attempt of a class that has ended', () => {
  it.each([
    ['counts when it arrives immediately', at('10:00:01'), false],
    ['counts until 15 minutes after the end', at('10:15:00'), false],
    ['is late after that', '2026-03-02T10:15:00.001Z', true],
    ['is late a day after', '2026-03-03T10:00:00.000Z', true],
  ])('%s', (_, now, late) => {
    expect(decide(at('09:59:59'), now, ended).data.late).toBe(late);
  });

  it('counts when it was completed exactly at the start or end', () => {
    expect(decide(at('09:00:00'), at('10:00:01'), ended).data.late).toBe(false);
    expect(decide(at('10:00:00'), at('10:00:01'), ended).data.late).toBe(false);
  });
});

it.each<[string, string, ClassOfAttempt, string]>([
  ['completed before a class that has ended', at('08:59:59'), ended, 'CLASS_NOT_ACTIVE'],
  ['completed after the class', at('10:00:01'), ended, 'CLASS_NOT_ACTIVE'],
  ['of a class that never started', at('09:30:00'), { ...running, startedAt: null }, 'CLASS_NOT_ACTIVE'],
  ['completed far in the future', '2026-03-03T11:05:00.000Z', running, 'CLASS_NOT_ACTIVE'],
  ['of a student who is not on the roster', at('09:30:00'), { ...running, onRoster: false }, 'NOT_ON_ROSTER'],
])('rejects an attempt %s', (_, completedAt, classOfAttempt, code) => {
  expect(refusal(() => decide(completedAt, at('11:00:00'), classOfAttempt))).toBe(code);
});

it('accepts a clock that is a minute ahead', () => {
  expect(decide(at('09:31:00'), at('09:30:00')).data.late).toBe(false);
});

describe('an attempt that the server saw begin', () => {
  const beganAt = new Date(at('09:10:00')).getTime();
  const witnessed = (
    startedAt: string,
    completedAt: string,
    now: string,
    classOfAttempt: ClassOfAttempt | null = running,
  ) =>
    decideScore({
      attempt: sampleAttempt('session', competeScenario, { startedAt, completedAt }),
      userId,
      organizationId: 'own',
      scenario: competeScenario,
      classOfAttempt,
      witness: { beganAt, edition: 1 },
      now: new Date(now).getTime(),
    }).data;

  it('has the start of the server and the duration of the player', () => {
    expect(witnessed(at('09:10:02'), at('09:20:02'), at('09:20:05'))).toMatchObject({
      startedAt: at('09:10:00'),
      completedAt: at('09:20:00'),
      level: 'Witnessed',
    });
  });

  it('keeps its times when it arrives hours later', () => {
    const data = witnessed(at('09:10:00'), at('09:20:00'), at('15:00:00'), ended);
    expect(data).toMatchObject({ completedAt: at('09:20:00'), late: true, level: 'Witnessed' });
    expect(data).not.toHaveProperty('flags');
    expect(data).not.toHaveProperty('claimed');
  });

  it('keeps the times of a clock that is wrong as claimed', () => {
    expect(witnessed(at('03:10:00'), at('03:20:00'), at('09:20:00'))).toMatchObject({
      startedAt: at('09:10:00'),
      completedAt: at('09:20:00'),
      claimed: { startedAt: at('03:10:00'), completedAt: at('03:20:00') },
    });
  });

  it('is flagged as too fast by the time of the server, whatever duration it claims', () => {
    expect(witnessed(at('08:50:00'), at('09:10:09'), at('09:10:09'))).toMatchObject({
      completedAt: at('09:10:09'),
      tooFast: true,
      flags: ['LongerThanWitnessed'],
    });
  });

  it('is rejected when it was completed after the end of its class', () => {
    expect(refusal(() => witnessed(at('09:10:00'), at('10:10:00'), at('10:11:00'), ended))).toBe('CLASS_NOT_ACTIVE');
  });
});

describe('an attempt that only the game reports', () => {
  const reported = (startedAt: string, completedAt: string, classOfAttempt: ClassOfAttempt) =>
    decideScore({
      attempt: sampleAttempt('session', competeScenario, { startedAt, completedAt }),
      userId,
      organizationId: 'own',
      scenario: competeScenario,
      classOfAttempt,
      now: new Date(completedAt).getTime(),
    }).data;

  it('has no level', () => {
    expect(reported(at('09:10:00'), at('09:20:00'), running)).not.toHaveProperty('level');
  });

  it('is flagged when it began before its class or before the player joined', () => {
    const joined = { ...running, joinedAt: at('09:15:00') };
    expect(reported(at('08:58:00'), at('09:20:00'), joined).flags).toEqual(['BeganBeforeClass', 'BeganBeforeJoining']);
    expect(reported(at('09:10:00'), at('09:20:00'), joined).flags).toEqual(['BeganBeforeJoining']);
    expect(reported(at('09:14:30'), at('09:20:00'), joined)).not.toHaveProperty('flags');
  });
});

describe('the points of a quiz', () => {
  const flagsFor = (change: (answers: { answerText: string; answered: boolean; correct: boolean }[]) => void) => {
    const attempt = sampleAttempt('session', quizScenario, { startedAt: at('09:10:00'), completedAt: at('09:20:00') });
    change(attempt.questionScorecards[0]!.answerScorecards);
    return decideScore({
      attempt,
      userId,
      organizationId: 'own',
      scenario: quizScenario,
      classOfAttempt: running,
      now: new Date(at('09:20:00')).getTime(),
    }).data.flags;
  };

  it('are flagged when they do not follow from the answers', () => {
    expect(flagsFor((answers) => answers.forEach((each) => (each.answered = !each.correct)))).toEqual([
      'ScoreNotFromAnswers',
    ]);
    expect(flagsFor((answers) => answers.forEach((each) => (each.answered = true)))).toEqual(['ScoreNotFromAnswers']);
  });

  it('are not flagged for the correct answers, or for answers that the catalogue does not list', () => {
    expect(flagsFor(() => undefined)).toBeUndefined();
    expect(flagsFor((answers) => answers.push({ answerText: 'typed', answered: true, correct: true }))).toBeUndefined();
  });
});

it('refuses to begin what has no results, and outside a running class that the player has joined', () => {
  const code = (...begin: Parameters<typeof assertCanBegin>) => refusal(() => assertCanBegin(...begin));
  expect(code(competeScenario, running)).toBe('accepted');
  expect(code(competeScenario, null)).toBe('accepted');
  expect(code(undefined, running)).toBe('UNKNOWN_SCENARIO');
  expect(code({ ...competeScenario, gameMode: 'Sandbox' }, null)).toBe('SCENARIO_NOT_SCORED');
  expect(code(competeScenario, { ...running, onRoster: false })).toBe('NOT_ON_ROSTER');
  expect(code(competeScenario, { ...running, startedAt: null })).toBe('CLASS_NOT_ACTIVE');
  expect(code(competeScenario, ended)).toBe('CLASS_NOT_ACTIVE');
});
