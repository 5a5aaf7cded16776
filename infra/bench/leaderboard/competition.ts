import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Account } from '../environment/fixture.js';

/** One class in which everybody competes. */
export const COMPETITION = {
  students: 10_000,
  /** Of them those who sign in and play on. */
  players: 64,
  /** Staff who watch, ten sockets each. */
  watchers: 30,
  /** Accounts of others that are disabled; they must cost a board nothing. */
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
