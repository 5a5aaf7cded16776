import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../platform/ops/package-info.js';

const FOLDER = join(PACKAGE_ROOT, 'api', 'testing', 'golden-events');

/** Data of one event of each stored name, as stored when the name was new. It is never edited and never deleted. */
export const goldenEvents: ReadonlyMap<string, object> = new Map(
  readdirSync(FOLDER).map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as object,
  ]),
);

/** Returns a golden event with changed data. */
export const golden = (type: string, changes: object = {}): { type: string; data: object } => ({
  type,
  data: { ...goldenEvents.get(type)!, ...changes },
});

/** Ids of the golden events: `d1` classes, `a1` students, `e1` attempts, `51` scenarios. */
export const goldenId = (kind: string, number: number): string =>
  `0198c0de-00${kind}-7000-8000-${String(number).padStart(12, '0')}`;

/** Returns the golden attempt under another id, with changed data. */
export const goldenScore = (attempt: number, changes: object) =>
  golden('ScoreSubmitted', { attemptId: goldenId('e1', attempt), ...changes });

/** Returns an attempt of a quiz, in the second class. */
export const goldenQuiz = (attempt: number, changes: object) =>
  goldenScore(attempt, {
    sessionId: goldenId('d1', 2),
    scoreCardType: 'Quiz',
    campaignType: 'Learn',
    questionsScore: 10,
    questionScorecards: goldenCards('What?', 'Why?', 'Where?'),
    ...changes,
  });

/** Returns question cards with these texts. All but the first are answered. */
export const goldenCards = (...texts: string[]) =>
  texts.map((questionText, index) => ({
    questionText,
    score: index,
    maxScore: 2,
    answerScorecards: [{ answerText: 'So', answered: index > 0, correct: true }],
  }));
