import { competeScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import { decideScore } from './score.stream.js';
import { verificationStream } from './verification.stream.js';

const userId = '0198c0de-00a1-7000-8000-000000000001';
const completedAt = '2026-03-02T09:30:00.000Z';
const now = Date.parse(completedAt);
const claimed = { totalScore: 812, passed: true };

const result = (witness?: { beganAt: number; edition: number }) =>
  decideScore({
    attempt: sampleAttempt(null, competeScenario, { startedAt: completedAt, completedAt, ...claimed }),
    userId,
    organizationId: 'own',
    scenario: competeScenario,
    classOfAttempt: null,
    witness,
    now,
  }).data;

const witnessed = result({ beganAt: now - 60_000, edition: 1 });

it('verifies a witnessed result whose points are equal', () => {
  const { attemptId, scenarioId, campaignId } = witnessed;
  expect(verificationStream.decide({ result: witnessed, flown: claimed }, false)).toEqual([
    {
      type: 'FlightVerified',
      data: {
        attemptId,
        userId,
        sessionId: null,
        courseId: null,
        organizationId: 'own',
        scenarioId,
        campaignId,
        level: 'Verified',
      },
    },
  ]);
});

it('keeps the level of a reported result whose points are equal', () => {
  const [event] = verificationStream.decide({ result: result(), flown: claimed }, false);
  expect(event).toMatchObject({ type: 'FlightVerified', data: { level: 'Reported' } });
});

it.each([
  ['the points differ', { ...claimed, totalScore: 811 }],
  ['the points differ in the last bit', { ...claimed, totalScore: 812.0000000000001 }],
  ['only one of both passed', { ...claimed, passed: false }],
])('records both figures when %s', (_, flown) => {
  const [event] = verificationStream.decide({ result: witnessed, flown }, false);
  expect(event).toMatchObject({ type: 'FlightDiffered', data: { claimed, flown } });
});

it('records the outcome once', () => {
  expect(verificationStream.decide({ result: witnessed, flown: claimed }, true)).toEqual([]);
});
