import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Account } from '../environment/fixture.js';

/** A class whose students all compete. */
export const COMPETITION = {
  students: 10_000,
  /** Those of them who sign in and continue to play. */
  players: 64,
  /** Staff who watch, with ten sockets each. */
  watchers: 30,
  /** Disabled accounts, which must not slow down a board. */
  disabled: 30_000,
} as const;

export const Competition = z.object({
  instructor: Account,
  players: z.array(Account),
  watchers: z.array(Account),
  sessionId: z.string(),
  campaignId: z.string(),
  scenarioId: z.string(),
});
export type Competition = z.infer<typeof Competition>;

export const COMPETITION_FILE = 'bench-competition.json';

export const loadCompetition = async (dataDir: string): Promise<Competition> =>
  Competition.parse(JSON.parse(await readFile(join(dataDir, COMPETITION_FILE), 'utf8')));
