import { within } from '@testing-library/react';
import type { GradebookRow } from '../../api/contracts/gradebook.contract.js';
import { type FakeAnswer, type FakeRequest, startFakeServer } from './fake-server.js';
import { gradebookCell } from '../../api/contracts/gradebook-content.fixture.js';
import { gradebookOf, SESSION_ID, student } from './gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from './open-app.js';

/** Two students, a scenario, a quiz, and a scenario without attempts. */
export const ROWS: Record<string, GradebookRow> = {
  u1: student('zoe'),
  u2: student('abel'),
  'u1:s1': gradebookCell({ total: 97 }),
  'u2:s1': gradebookCell({ total: 59 }),
  'u1:s2': gradebookCell({ maxTotal: 0, questions: 40, maxQuestions: 50, correct: 8, counted: 10 }),
  'u2:s2': gradebookCell({ maxTotal: 0 }),
};

type Answers = Parameters<typeof startFakeServer>[0];

interface GradebookToOpen {
  rows?: Record<string, GradebookRow>;
  /** Replaces the response built from `rows`. */
  gradebook?: () => FakeAnswer | Promise<FakeAnswer>;
  /** Query of the address, such as `search=zoe`. */
  query?: string;
  answers?: Answers;
}

/** Opens a class's gradebook as an instructor, in its own tab. Returns its requests. */
export async function openGradebook({ rows = ROWS, gradebook, query = '', answers }: GradebookToOpen = {}): Promise<
  FakeRequest[]
> {
  freshBrowser();
  signedInAs('mara.keller');
  const seen = await startFakeServer({
    ...answersFor('Instructor', 'mara.keller'),
    [`GET /api/sessions/${SESSION_ID}/gradebook`]: gradebook ?? { body: gradebookOf(rows) },
    ...answers,
  });
  openApp(`/gradebook/${SESSION_ID}?${query}`);
  return seen;
}

/** Returns the texts of a row's cells, the average first. */
export const cellTexts = (row: HTMLElement) =>
  within(row)
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent);
