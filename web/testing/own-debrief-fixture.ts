import type { OwnDebrief } from '../../api/contracts/own-debrief.contract.js';
import type { OwnAttempt } from '../../api/contracts/results.contract.js';
import { SESSION_ID } from './gradebook-fixture.js';

const attempt = (attemptId: string, time: string, changes: Partial<OwnAttempt> = {}): OwnAttempt => ({
  attemptId,
  totalScore: 920,
  maxTotalScore: 1_000,
  questionsScore: 0,
  maxQuestionsScore: 0,
  passed: true,
  original: null,
  late: false,
  level: 'Witnessed',
  setAside: null,
  best: false,
  questions: 0,
  startedAt: time,
  time,
  ...changes,
});

/** Returns the debrief of a student of a class from 9:00 to 10:00 UTC, with two flights of one scenario and a quiz. */
export const ownDebriefOf = (changes: Partial<OwnDebrief> = {}): OwnDebrief => ({
  releasedAt: '2026-03-01T10:30:00Z',
  results: {
    session: {
      id: SESSION_ID,
      name: 'Operations 101 - Class 3',
      courseName: 'Operations 101',
      startDate: '2026-03-01T09:00:00Z',
      endDate: '2026-03-01T10:00:00Z',
    },
    grading: { count: 'All', attempts: 'Best', passMark: null },
    answersReleasedAt: null,
    debriefReleasedAt: '2026-03-01T10:30:00Z',
    scenarios: [
      {
        scenarioId: 's1',
        scenarioTitle: 'Safe Retreat',
        scenarioType: 'Default',
        campaignTitle: 'Contested Orbits',
        attemptCount: 2,
        result: null,
        decisions: [],
        attempts: [
          attempt('a2', '2026-03-01T09:50:00Z', { best: true }),
          attempt('a1', '2026-03-01T09:10:00Z', { passed: false, setAside: { reason: 'Flown by a colleague.' } }),
        ],
      },
      {
        scenarioId: 's2',
        scenarioTitle: 'Foundations Check',
        scenarioType: 'Quiz',
        campaignTitle: 'Basics',
        attemptCount: 1,
        result: null,
        decisions: [],
        attempts: [
          attempt('q1', '2026-03-01T09:30:00Z', {
            totalScore: 0,
            maxTotalScore: 0,
            questionsScore: 10,
            maxQuestionsScore: 40,
            questions: 2,
          }),
        ],
      },
    ],
  },
  scenarios: [
    { scenarioId: 's1', scenarioTitle: 'Safe Retreat', scenarioType: 'Default' },
    { scenarioId: 's2', scenarioTitle: 'Foundations Check', scenarioType: 'Quiz' },
  ],
  presenceSince: Date.parse('2026-03-01T09:01:00Z'),
  states: [
    [Date.parse('2026-03-01T09:01:00Z'), 1, 0, 's1'],
    [Date.parse('2026-03-01T09:20:00Z'), 1, 1, 's1'],
    [Date.parse('2026-03-01T09:22:00Z'), 1, 2, 's1'],
    [Date.parse('2026-03-01T09:25:00Z'), 1, 3, 's2'],
    [Date.parse('2026-03-01T09:35:00Z'), 2, 0, null],
  ],
  median: [
    [15, 1],
    [40, 2],
  ],
  ...changes,
});
