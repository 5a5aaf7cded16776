import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { AccessCode } from '../../api/contracts/access-code.contract.js';
import { type Organization, USER_LIMIT } from '../../api/contracts/organization.contract.js';
import type { RegistrationResponse } from '../../api/contracts/registration.contract.js';
import { inParallel } from '../../api/platform/in-parallel.js';
import { Account, type ClassAccounts } from './accounts.js';
import { ApiClient, Refused, sendAnonymously } from './api-client.js';
import type { Steps } from './steps.js';
import { UserError } from './user-error.js';

/** Students and the instructor of one organization. */
const PER_ORGANIZATION = USER_LIMIT.maximum - 1;
/** The server hashes two passwords at a time and refuses newcomers that wait behind 25 others. */
const REGISTRATIONS_AT_ONCE = 4;
/** Accounts between two writes of the file. */
const SAVED_EVERY = 100;

const Made = z.object({
  url: z.string(),
  /** Part of every name, so that nobody else has them. */
  tag: z.string(),
  instructor: Account.nullable(),
  students: z.array(Account),
  /** Access codes of the organizations, in the order in which they are filled. */
  codes: z.array(z.string()),
});
type Made = z.infer<typeof Made>;

/** Accounts of the simulator's own, made through the API and kept in a file for the next time. */
export class MadeAccounts {
  private readonly admin: ApiClient;
  private made: Made;

  private constructor(
    private readonly url: string,
    admin: Account,
    private readonly file: string,
    private readonly steps: Steps,
    known: Made | undefined,
  ) {
    this.admin = new ApiClient(url, admin);
    this.made = known ?? { url, tag: randomBytes(3).toString('hex'), instructor: null, students: [], codes: [] };
  }

  /**
   * Returns an instructor with a course and as many students as asked for; makes those that do not exist yet.
   * @throws UserError when the administrator may not make accounts, Refused when the platform says no
   */
  static async provide(
    url: string,
    admin: Account,
    students: number,
    file: string,
    steps: Steps,
  ): Promise<ClassAccounts> {
    const accounts = new MadeAccounts(url, admin, file, steps, await knownAccounts(url, file));
    const instructor = await accounts.instructor();
    await accounts.students(students);
    return { instructor, students: accounts.made.students.slice(0, students) };
  }

  private async instructor(): Promise<Account> {
    const { instructor: known, tag } = this.made;
    if (known) return known;
    const account: Account = { username: `sim-${tag}-instructor`, password: newPassword(), role: 'Instructor' };
    await this.register(account, await this.codeFor(0));
    const { userId } = await signedIn(this.url, account);
    await this.admin.send('PUT', `/api/users/${userId}/role/Instructor`);
    await this.admin.send('POST', '/api/groups', { name: `Simulation ${tag}`, ownerId: userId });
    this.made.instructor = account;
    await this.save();
    return account;
  }

  private async students(count: number): Promise<void> {
    const { tag, students } = this.made;
    for (let from = students.length; from < count; from = students.length) {
      const size = Math.min(SAVED_EVERY, count - from, PER_ORGANIZATION - (from % PER_ORGANIZATION));
      const code = await this.codeFor(Math.floor(from / PER_ORGANIZATION));
      const accounts = Array.from({ length: size }, (_, index): Account => {
        const username = `sim-${tag}-${String(from + index + 1).padStart(4, '0')}`;
        return { username, password: newPassword(), role: 'User' };
      });
      let done = from;
      await inParallel(REGISTRATIONS_AT_ONCE, accounts, async (account) => {
        this.steps.signal.throwIfAborted();
        await this.register(account, code);
        this.steps.show('Making accounts', (done += 1), count);
      });
      students.push(...accounts);
      await this.save();
    }
  }

  /** The access code of an organization, which is made when it is the first time. */
  private async codeFor(index: number): Promise<string> {
    const known = this.made.codes[index];
    if (known) return known;
    const { id } = await this.administrate<Organization>(
      'POST',
      `organizations/Simulation ${this.made.tag} ${index + 1}`,
    );
    await this.administrate('PUT', `organizations/${id}/status?isPaid=true`);
    await this.administrate('PUT', `organizations/${id}/userlimit?userLimit=${USER_LIMIT.maximum}`);
    const { code } = await this.administrate<AccessCode>('POST', 'users/accessCodes');
    await this.administrate('PUT', `organizations/accessCodes/${code}/${id}`);
    this.made.codes[index] = code;
    await this.save();
    return code;
  }

  private async administrate<T>(method: string, path: string): Promise<T> {
    try {
      return await this.admin.send<T>(method, `/api/${encodeURI(path)}`);
    } catch (error) {
      if (error instanceof Refused && error.status === 403)
        throw new UserError('Only a system administrator can make accounts: name one with --admin.');
      if (error instanceof Refused && error.code === 'SIGN_IN_FAILED')
        throw new UserError('The password of the administrator is wrong.');
      throw error;
    }
  }

  private async register({ username: userName, password }: Account, accessCode: string): Promise<void> {
    const email = `${userName}@simulation.example`;
    const details = { userName, password, email, firstName: 'Simulated', lastName: userName, accessCode };
    const path = '/api/users/registrationCode';
    const { userId, errors, message } = await sendAnonymously<RegistrationResponse>(this.url, 'POST', path, details);
    // The names are the simulator's own: somebody who has one is the account of an answer that was lost.
    const isMade = userId !== null || errors.includes('Username is already taken.');
    if (!isMade) throw new UserError(`The account ${userName} was not made: ${[message, ...errors].join(' ').trim()}`);
  }

  private async save(): Promise<void> {
    await writeFile(this.file, `${JSON.stringify(this.made)}\n`, { mode: 0o600 });
  }
}

/** The accounts of an earlier run; undefined when the platform at this address does not know them any more. */
async function knownAccounts(url: string, file: string): Promise<Made | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const parsed = text === undefined ? undefined : Made.safeParse(parseJson(text)).data;
  if (!parsed?.instructor || parsed.url !== url) return undefined;
  try {
    await signedIn(url, parsed.instructor);
    return parsed;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

async function signedIn(url: string, account: Account): Promise<ApiClient> {
  const client = new ApiClient(url, account);
  await client.token();
  return client;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** 96 random bits, with the letter, digit and special character that every password needs. */
const newPassword = (): string => `${randomBytes(12).toString('hex')}a1#`;
