import { competeScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import { type ClassOfAttempt, decideScore } from './score.decider.js';

const at = (time: string): string => `2026-03-02T${time}.000Z`;
const userId = '0198c0de-00a1-7000-8000-000000000001';
const running: ClassOfAttempt = {
  courseId: 'course',
  organizationId: 'organization',
  startedAt: at('09:00:00'),
  endedAt: null,
  onRoster: true,
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

it('states what the class and the campaign were', () => {
  const { data } = decide(at('09:30:00'), at('09:30:01'));
  expect(data).toMatchObject({
    userId,
    courseId: 'course',
    organizationId: 'organization',
    campaignType: 'Compete',
    late: false,
  });
});

it('belongs to the player’s own organization outside any class', () => {
  expect(decide(at('09:30:00'), at('09:30:01'), null).data).toMatchObject({
    courseId: null,
    organizationId: 'own',
    late: false,
  });
});

it('ends a minute ahead of us at most outside any class', () => {
  expect(decide(at('09:31:00'), at('09:30:00'), null).data.completedAt).toBe(at('09:31:00'));
  expect(() => decide('2026-03-03T09:30:00.000Z', at('09:30:00'), null)).toThrow(
    'An attempt cannot end in the future.',
  );
});

describe('an attempt of a class that has ended', () => {
  it.each([
    ['counts when it arrives at once', at('10:00:01'), false],
    ['counts until 15 minutes after the end', at('10:15:00'), false],
    ['is late after that', '2026-03-02T10:15:00.001Z', true],
    ['is late a day after', '2026-03-03T10:00:00.000Z', true],
  ])('%s', (_, now, late) => {
    expect(decide(at('09:59:59'), now, ended).data.late).toBe(late);
  });

  it('counts when it was completed at the very start or end', () => {
    expect(decide(at('09:00:00'), at('10:00:01'), ended).data.late).toBe(false);
    expect(decide(at('10:00:00'), at('10:00:01'), ended).data.late).toBe(false);
  });
});

it.each<[string, string, ClassOfAttempt, string]>([
  ['completed before the class', at('08:59:59'), running, 'CLASS_NOT_ACTIVE'],
  ['completed after the class', at('10:00:01'), ended, 'CLASS_NOT_ACTIVE'],
  ['of a class that never started', at('09:30:00'), { ...running, startedAt: null }, 'CLASS_NOT_ACTIVE'],
  ['completed far in the future', at('11:05:00'), running, 'CLASS_NOT_ACTIVE'],
  ['of somebody not on the roster', at('09:30:00'), { ...running, onRoster: false }, 'NOT_ON_ROSTER'],
])('refuses one %s', (_, completedAt, classOfAttempt, code) => {
  expect(refusal(() => decide(completedAt, at('11:00:00'), classOfAttempt))).toBe(code);
});

it('forgives a clock that runs a minute ahead', () => {
  expect(decide(at('09:31:00'), at('09:30:00')).data.late).toBe(false);
});
