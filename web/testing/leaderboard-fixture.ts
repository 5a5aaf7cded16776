import { gradebookOf, SCENARIOS, SESSION_ID } from './gradebook-fixture.js';
import { USER_ID } from './open-app.js';

export const BOARD_PATH = `GET /api/scores/leaderboard/${SESSION_ID}/all`;

/** Returns one entry of a leaderboard. */
export const place = (rank: number, userName: string, score: number, userId = userName) => ({
  rank,
  userId,
  userName,
  name: null as string | null,
  organizationName: null,
  score,
  totalScore: score,
  questionsScore: 0,
  scenariosPassed: 2,
  achievedAt: '2026-03-01T10:00:00Z',
});

/** Returns a response with a leaderboard. */
export const boardOf = (topScores: unknown[], more = {}) => ({
  body: { topScores, me: null, around: [], viewerId: USER_ID, version: 1, frozenAt: null, ...more },
});

/** The responses that every leaderboard of a class needs besides the board itself. */
export const answersForBoard = {
  'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers': { body: SCENARIOS },
  [`GET /api/sessions/${SESSION_ID}`]: { body: gradebookOf({}).session },
  [`${BOARD_PATH}/history`]: { body: { lines: [], viewerId: USER_ID } },
};

/** Simulates a browser with reduced motion, because jsdom has no media queries and no animations. */
export function calmBrowser(): void {
  window.matchMedia = () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }) as never;
}
