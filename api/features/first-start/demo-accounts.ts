import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Role } from '../../contracts/sign-in.contract.js';

const DemoAccount = z.object({ username: z.string(), password: z.string(), role: Role });
export type DemoAccount = z.infer<typeof DemoAccount>;

const STUDENTS = 30;
const FILE = 'demo-accounts.json';

/**
 * The demo's accounts with generated passwords, from `DATA_DIR/demo-accounts.json`, which is written (mode 600) before any
 * of them exists: a first start that is killed goes on with the same ones.
 */
export async function demoAccounts(dataDir: string): Promise<{ file: string; accounts: DemoAccount[] }> {
  const file = join(dataDir, FILE);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) return { file, accounts: z.array(DemoAccount).parse(JSON.parse(text)) };
  const accounts = newAccounts();
  await writeFile(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return { file, accounts };
}

const newAccounts = (): DemoAccount[] => [
  account('admin', 'SystemAdmin'),
  account('orgadmin', 'OrganizationAdmin'),
  account('instructor', 'Instructor'),
  ...Array.from({ length: STUDENTS }, (_, index) => account(`student${String(index + 1).padStart(2, '0')}`, 'User')),
];

const account = (username: string, role: Role): DemoAccount => ({ username, password: newPassword(), role });

/** 96 random bits, with the letter, digit and special character that every password needs. */
const newPassword = (): string => `${randomBytes(12).toString('hex')}a1#`;
