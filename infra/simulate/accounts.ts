import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Role } from '../../api/contracts/sign-in.contract.js';
import { UserError } from './user-error.js';

/** A user who signs in. */
export const Account = z.object({ username: z.string(), password: z.string(), role: Role });
export type Account = z.infer<typeof Account>;

export interface ClassAccounts {
  readonly instructor: Account;
  readonly students: readonly Account[];
}

/** Reads all accounts of a file. @throws UserError */
export const readAccountsFile = async (file: string): Promise<Account[]> => parse(file, await read(file));

/** Returns one instructor and as many students as requested. @throws UserError */
export async function readAccounts(file: string, students: number): Promise<ClassAccounts> {
  const accounts = await readAccountsFile(file);
  const instructor = accounts.find(({ role }) => role === 'Instructor');
  if (!instructor) throw new UserError(`There is no instructor in ${file}.`);
  const found = accounts.filter(({ role }) => role === 'User').slice(0, students);
  if (found.length < students)
    throw new UserError(`There are only ${found.length} students in ${file}, not ${students}.`);
  return { instructor, students: found };
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'was not found' : 'cannot be read';
    throw new UserError(
      `The accounts file ${file} ${reason}: start the demo with "npm start", name the file with --accounts, or an administrator with --admin.`,
    );
  }
}

function parse(file: string, text: string): Account[] {
  try {
    return z.array(Account).parse(JSON.parse(text));
  } catch {
    throw new UserError(`The accounts file ${file} is not a list of {username, password, role}.`);
  }
}
