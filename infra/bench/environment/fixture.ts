import { join } from 'node:path';
import { z } from 'zod';
import { readFile } from 'node:fs/promises';
import { Role } from '../../../api/contracts/sign-in.contract.js';

/** Size of the measured data. */
export const FIXTURE = {
  students: 500,
  scenarios: 60,
  /** Students who can sign in. All of them are in both classes. */
  players: 64,
  /** Staff who watch, with ten sockets each. */
  watchers: 50,
  /** Number of users on the users page. */
  people: 10_000,
  events: 210_000,
} as const;

export const Account = z.object({ username: z.string(), password: z.string(), role: Role });
export type Account = z.infer<typeof Account>;
const Accounts = z.object({
  /** Owner of the class of all students, whose gradebook is full. */
  instructor: Account,
  /** Owner of a class with an empty gradebook, which the players join. */
  liveInstructor: Account,
  players: z.array(Account),
  watchers: z.array(Account),
  systemAdmin: Account,
});

export const Fixture = z.object({ accounts: Accounts, sessionId: z.string(), events: z.number() });
export type Fixture = z.infer<typeof Fixture>;

export const FIXTURE_FILE = 'bench-fixture.json';
export const fixtureFile = (dataDir: string): string => join(dataDir, FIXTURE_FILE);

export const loadFixture = async (dataDir: string): Promise<Fixture> =>
  Fixture.parse(JSON.parse(await readFile(fixtureFile(dataDir), 'utf8')));
