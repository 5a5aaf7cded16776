import type { ExportFormat } from '../../../api/contracts/export.contract.js';
import { exportsMessages } from './exports.messages.js';

/** How a file is wanted: as what, and with times of which zone beside UTC. */
export interface FileWish {
  format: ExportFormat;
  zone: string;
}

/** One of the tables that can be downloaded in a place. */
export interface ExportChoice {
  label: string;
  pathOf: (wish: FileWish) => string;
}

type Parameters = Record<string, string | undefined>;

function choice(label: string, path: string, parameters: Parameters): ExportChoice {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { label, pathOf: (wish) => `${path}?${new URLSearchParams([...given, ...Object.entries(wish)])}` };
}

/** Failed attempts are included, as on the screens (docs/rules.md#exports-of-scores). */
const EVERYBODY = { includeFailedScores: 'true' };

/** What there is of a class's gradebook. */
export function gradebookExports(sessionId: string): ExportChoice[] {
  const messages = exportsMessages.tables;
  const path = `/scores/session/${sessionId}/all/csv`;
  return [
    choice(messages.gradebook, path, { ...EVERYBODY, layout: 'grid' }),
    choice(messages.bestResults, path, { ...EVERYBODY, attempts: 'best' }),
    choice(messages.allAttempts, path, { ...EVERYBODY, attempts: 'all' }),
  ];
}

/** What there is of a quiz in a class. */
export function quizExports(sessionId: string, scenarioId: string): [ExportChoice, ExportChoice] {
  const messages = exportsMessages.tables;
  const path = `/scores/session/${sessionId}/all/csv`;
  return [
    choice(messages.bestAttempts, path, { ...EVERYBODY, scenarioId, attempts: 'best' }),
    choice(messages.allAttempts, path, { ...EVERYBODY, scenarioId, attempts: 'all' }),
  ];
}

interface Board {
  sessionId: string;
  organizationId?: string | undefined;
  campaignId?: string | undefined;
  scenarioId?: string | undefined;
}

/** What there is of a board, `all` for all classes; those who are no staff of the course get what they see in any case. */
export function leaderboardExports({
  sessionId,
  organizationId = 'all',
  campaignId,
  scenarioId,
}: Board): ExportChoice[] {
  const messages = exportsMessages.tables;
  const path = `/scores/leaderboard/${sessionId}/${organizationId}/csv`;
  return [
    choice(messages.boardWithNames, path, { campaignId, scenarioId, view: 'staff' }),
    choice(messages.boardOfStudents, path, { campaignId, scenarioId, view: 'students' }),
  ];
}
