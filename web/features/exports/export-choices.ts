import type { ExportFormat } from '../../../api/contracts/export.contract.js';
import { exportsMessages } from './exports.messages.js';

/** Options of a file: its format, and the time zone of its times beside UTC. */
export interface FileChoice {
  format: ExportFormat;
  zone: string;
}

/** A table that can be downloaded from a page. */
export interface ExportChoice {
  label: string;
  pathOf: (choice: FileChoice) => string;
}

type Parameters = Record<string, string | undefined>;

function choice(label: string, path: string, parameters: Parameters): ExportChoice {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { label, pathOf: (choice) => `${path}?${new URLSearchParams([...given, ...Object.entries(choice)])}` };
}

/** Failed attempts are included, as on the screens (docs/rules.md#exports-of-scores). */
const ALL_ATTEMPTS = { includeFailedScores: 'true' };

/** Returns the tables of a class's gradebook. */
export function gradebookExports(sessionId: string): ExportChoice[] {
  const messages = exportsMessages.tables;
  const path = `/scores/session/${sessionId}/all/csv`;
  return [
    choice(messages.gradebook, path, { ...ALL_ATTEMPTS, layout: 'grid' }),
    choice(messages.bestResults, path, { ...ALL_ATTEMPTS, attempts: 'best' }),
    choice(messages.allAttempts, path, { ...ALL_ATTEMPTS, attempts: 'all' }),
  ];
}

/** Returns the tables of a quiz in a class. */
export function quizExports(sessionId: string, scenarioId: string): [ExportChoice, ExportChoice] {
  const messages = exportsMessages.tables;
  const path = `/scores/session/${sessionId}/all/csv`;
  return [
    choice(messages.bestAttempts, path, { ...ALL_ATTEMPTS, scenarioId, attempts: 'best' }),
    choice(messages.allAttempts, path, { ...ALL_ATTEMPTS, scenarioId, attempts: 'all' }),
  ];
}

interface Board {
  sessionId: string;
  organizationId?: string | undefined;
  campaignId?: string | undefined;
  scenarioId?: string | undefined;
}

/**
 * Returns the tables of a leaderboard, `all` for all classes. Callers who are not staff of the course receive the students' view for either
 * table.
 */
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
