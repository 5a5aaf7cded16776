import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Role } from '../../contracts/sign-in.contract.js';
import { failureText } from '../../platform/failures.js';
import { StartError } from '../../platform/database/start-error.js';

const DemoAccount = z.object({ username: z.string(), password: z.string(), role: Role });
export type DemoAccount = z.infer<typeof DemoAccount>;

const STUDENTS = 30;
const FILE = 'demo-accounts.json';

/**
 * Returns the demo's accounts with generated passwords, from `DATA_DIR/demo-accounts.json`. The file (mode 600) is written before any
 * account exists, so that an interrupted first start continues with the same passwords. It is written under another name and renamed, so
 * that it is never incomplete.
 * @throws StartError when the file cannot be written
 */
export async function demoAccounts(dataDir: string): Promise<{ file: string; accounts: DemoAccount[] }> {
  const file = join(dataDir, FILE);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) return { file, accounts: z.array(DemoAccount).parse(JSON.parse(text)) };
  const accounts = newAccounts();
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const unfinished = `${file}.new`;
    await rm(unfinished, { force: true });
    await writeFile(unfinished, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(unfinished, file);
  } catch (error) {
    throw new StartError(
      `The demo accounts cannot be written to ${file} (${failureText(error)}): set DATA_DIR to a folder that the platform may write to, or DEMO=off.`,
      { cause: error },
    );
  }
  return { file, accounts };
}

const PEOPLE: readonly (readonly [username: string, role: Role])[] = [
  ['admin', 'SystemAdmin'],
  ['orgadmin', 'OrganizationAdmin'],
  ['instructor', 'Instructor'],
  ...Array.from({ length: STUDENTS }, (_, index) => [`student${String(index + 1).padStart(2, '0')}`, 'User'] as const),
];

/** User names of all demo accounts. */
export const DEMO_USERNAMES: readonly string[] = PEOPLE.map(([username]) => username);

const newAccounts = (): DemoAccount[] => PEOPLE.map(([username, role]) => account(username, role));

const account = (username: string, role: Role): DemoAccount => ({ username, password: newPassword(), role });

/** Returns 96 random bits, with the letter, digit and special character that every password needs. */
const newPassword = (): string => `${randomBytes(12).toString('hex')}a1#`;
