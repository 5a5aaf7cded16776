import { jest } from '@jest/globals';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import { defaultCatalogue } from '../../api/features/catalogue/default-catalogue.js';
import type { ApiClient } from './api-client.js';
import { AttemptLedger } from './attempt-ledger.js';
import { playClass } from './play-class.js';
import type { PreparedClass } from './prepare-class.js';

const scenario: Scenario = { ...defaultCatalogue()[0]!, minSeconds: 0 };
const begun = { attemptId: '0198c0de-0001-7000-8000-00000000aaaa', startedAt: '2026-03-02T09:00:00.000Z', ticket: 't' };

function setUp() {
  const sent: [path: string, body: unknown][] = [];
  const send = async (_method: string, path: string, body: unknown): Promise<unknown> => {
    sent.push([path, body]);
    return begun;
  };
  const students = [{ userId: 'student', send } as unknown as ApiClient];
  return { sent, prepared: { students, scenarios: [scenario], sessionId: 'class' } as unknown as PreparedClass };
}

afterEach(() => jest.restoreAllMocks());

it('begins each attempt, plays it, and submits it with its ticket', async () => {
  // The shortest duration at this pace, which is five seconds.
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const { sent, prepared } = setUp();
  await playClass(prepared, { seconds: 5.5, rate: 0.1 }, new AttemptLedger());
  expect(sent.slice(0, 2)).toEqual([
    ['/api/attempts', { scenarioId: scenario.scenarioId, sessionId: 'class' }],
    ['/api/scores', expect.objectContaining(begun)],
  ]);
});

it('only submits results in a load test', async () => {
  const { sent, prepared } = setUp();
  await playClass(prepared, { seconds: 0.2, rate: 50 }, new AttemptLedger());
  expect(new Set(sent.map(([path]) => path))).toEqual(new Set(['/api/scores']));
});
