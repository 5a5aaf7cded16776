import type { Scorecard } from '../../api/contracts/score.contract.js';
import { SESSION_ID } from './gradebook-fixture.js';

/** Returns an attempt of the first student in the first scenario. */
export const scorecard = (changes: Partial<Scorecard>): Scorecard => ({
  attemptId: 'a1',
  userId: 'u1',
  sessionId: SESSION_ID,
  scenarioId: 's1',
  scenarioName: 'Orbit Raising, in full',
  scoreCardType: 'Default',
  totalScore: 50,
  questionsScore: 0,
  maxTotalScore: 100,
  maxQuestionsScore: 0,
  passed: true,
  late: false,
  setAside: false,
  counted: !changes.late && !changes.setAside,
  tooFast: false,
  level: 'Witnessed',
  startedAt: '2026-03-01T09:48:00Z',
  time: '2026-03-01T10:00:05Z',
  questionScorecards: [],
  ...changes,
});
