import { randomUUID } from 'node:crypto';
import { cellKey } from '../../api/contracts/cell-key.rule.js';
import type { GradebookCell } from '../../api/contracts/gradebook.contract.js';
import { gradebookCell } from '../../api/contracts/gradebook-content.fixture.js';
import type { SubmitScoreRequest } from '../../api/contracts/score.contract.js';
import { AttemptLedger } from './attempt-ledger.js';

const student = randomUUID();
const scenarioId = randomUUID();
const key = cellKey(student, scenarioId);

const attempt = (totalScore: number, second = 0): SubmitScoreRequest => ({
  attemptId: randomUUID(),
  sessionId: randomUUID(),
  scenarioId,
  scoreCardType: 'Default',
  totalScore,
  questionsScore: 0,
  maxTotalScore: 100,
  maxQuestionsScore: 0,
  passed: true,
  startedAt: '2026-03-01T09:00:00.000Z',
  completedAt: `2026-03-01T09:30:0${second}.250Z`,
  questionScorecards: [],
});
const cell = (total: number, second = 0): GradebookCell =>
  gradebookCell({ total, level: 'Reported', completedAt: `2026-03-01T09:30:0${second}Z` });

/** Returns a ledger with these attempts, submitted at 0, 10, 20 ... ms and acknowledged. */
function ledgerOf(...attempts: SubmitScoreRequest[]): AttemptLedger {
  const ledger = new AttemptLedger();
  attempts.forEach((each, index) => {
    ledger.submit(student, each, index * 10, each.totalScore);
    ledger.acknowledge(each.attemptId);
  });
  return ledger;
}

it('counts an attempt as seen when its cell shows it, and measures the delay', () => {
  const ledger = ledgerOf(attempt(40));
  ledger.sawCell(key, cell(40), 130);
  expect({ seen: ledger.seen, latencies: ledger.latencies, settled: ledger.settled }).toEqual({
    seen: 1,
    latencies: [130],
    settled: true,
  });
});

it('counts an attempt as seen when the cell already shows a better later one', () => {
  const ledger = ledgerOf(attempt(40), attempt(60));
  ledger.sawCell(key, cell(60), 100);
  expect(ledger.seen).toBe(2);
  expect(ledger.latencies).toEqual([100, 90]);
});

it('does not time an attempt that is never shown', () => {
  const ledger = ledgerOf();
  ledger.sawCell(key, cell(60), 0);
  const worse = attempt(40);
  ledger.submit(student, worse, 10, 40);
  ledger.acknowledge(worse.attemptId);
  expect({ seen: ledger.seen, latencies: ledger.latencies }).toEqual({ seen: 1, latencies: [] });
});

it('waits for the later of two equal attempts, as the cell does', () => {
  const ledger = ledgerOf(attempt(60, 1), attempt(60, 2));
  ledger.sawCell(key, cell(60, 1), 100);
  expect({ seen: ledger.seen, settled: ledger.settled }).toEqual({ seen: 1, settled: false });
  ledger.sawCell(key, cell(60, 2), 200);
  expect({ seen: ledger.seen, settled: ledger.settled }).toEqual({ seen: 2, settled: true });
});

it('separates the attempts of different cells', () => {
  const ledger = ledgerOf(attempt(40));
  ledger.sawCell(cellKey(student, randomUUID()), cell(90), 50);
  ledger.sawCell(cellKey(randomUUID(), scenarioId), cell(90), 50);
  expect(ledger.seen).toBe(0);
});

it('does not wait for unacknowledged attempts', () => {
  const ledger = new AttemptLedger();
  ledger.submit(student, attempt(40), 0, 40);
  expect({ submitted: ledger.submitted, acknowledged: ledger.acknowledged, settled: ledger.settled }).toEqual({
    submitted: 1,
    acknowledged: [],
    settled: true,
  });
});
