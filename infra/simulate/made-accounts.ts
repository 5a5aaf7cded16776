import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { AccessCode } from '../../api/contracts/access-code.contract.js';
import type { Group } from '../../api/contracts/group.contract.js';
import { type Organization, USER_LIMIT } from '../../api/contracts/organization.contract.js';
import type { RegistrationResponse } from '../../api/contracts/registration.contract.js';
import { inParallel } from '../../api/platform/in-parallel.js';
import { Account, type ClassAccounts } from './accounts.js';
import { ApiClient, Refused, sendAnonymously } from './api-client.js';
import type { Steps } from './steps.js';
import { UserError } from './user-error.js';

/** Students in the organization of the instructor, who also takes a seat. */
const PER_ORGANIZATION = USER_LIMIT.maximum - 1;
/** The server hashes two passwords at a time and rejects new requests behind 25 waiting ones. */
const REGISTRATIONS_AT_ONCE = 4;
/** Number of accounts between two writes of the file. */
const SAVED_EVERY = 100;
/** Half a minute, which read models are never behind for long. */
const MOST_LOOKS = 300;
const LOOK_EVERY_MS = 100;

/** Accounts that were created on one platform. */
const Made = z.object({
  /** Part of every name, so that the names are unused. */
  tag: z.string(),
  /** Null until the instructor has a course. */
  instructor: Account.nullable(),
  students: z.array(Account),
  /** Students whose registration has started. The next run registers them again with the same passwords. */
  pending: z.array(Account),
  /** Access codes of the organizations, in the order in which they are filled. */
  codes: z.array(z.string()),
});
type Made = z.infer<typeof Made>;

/** Content of the file: accounts by the address of their platform. */
const MadeFile = z.record(z.string(), Made);

/** The simulator's own accounts, created through the API and kept in a file for the next run. */
export class MadeAccounts {
  private readonly admin: ApiClient;

  private constructor(
    private readonly url: string,
    admin: Account,
    private readonly file: string,
    private readonly steps: Steps,
    private readonly made: Made,
  ) {
    this.admin = new ApiClient(url, admin);
  }

  /**
   * Returns an instructor with a course and as many students as requested. Creates missing ones. The file keeps the accounts of each
   * platform.
   * @throws UserError when the administrator is not allowed to create accounts or the file has other content, Refused when the platform
   * rejects a request
   */
  static async provide(
    url: string,
    admin: Account,
    students: number,
    file: string,
    steps: Steps,
  ): Promise<ClassAccounts> {
    const made = (await knownAccounts(url, file)) ?? {
      tag: randomBytes(3).toString('hex'),
      instructor: null,
      students: [],
      pending: [],
      codes: [],
    };
    const accounts = new MadeAccounts(url, admin, file, steps, made);
    await accounts.save();
    const instructor = await accounts.instructor();
    await accounts.students(students);
    return { instructor, students: made.students.slice(0, students) };
  }

  private async instructor(): Promise<Account> {
    const { instructor: known, tag } = this.made;
    if (known) return known;
    const account: Account = { username: `sim-${tag}-instructor`, password: newPassword(), role: 'Instructor' };
    const userId = await this.register(account, await this.codeFor(0));
    await this.admin.send('PUT', `/api/users/${userId}/role/Instructor`);
    await this.admin.send('POST', '/api/groups', { name: `Simulation ${tag}`, ownerId: userId });
    await this.untilCourseIsShown(account);
    this.made.instructor = account;
    await this.save();
    return account;
  }

  /** Waits for the read model, which may not contain the new course yet. */
  private async untilCourseIsShown(account: Account): Promise<void> {
    const instructor = new ApiClient(this.url, account);
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      if ((await instructor.get<Group[]>('/api/groups')).length > 0) return;
      await pause(LOOK_EVERY_MS);
    }
  }

  private async students(count: number): Promise<void> {
    const { students } = this.made;
    while (students.length < count) {
      const isFull = students.length >= PER_ORGANIZATION;
      const code = await this.codeFor(isFull ? 1 : 0);
      if (this.made.pending.length === 0) {
        this.made.pending = this.nextStudents(count);
        // Saved first, so that an interrupted registration does not leave an account with a lost password.
        await this.save();
      }
      let done = students.length;
      await inParallel(REGISTRATIONS_AT_ONCE, this.made.pending, async (account) => {
        this.steps.signal.throwIfAborted();
        const userId = await this.register(account, code);
        // Only members of its organization and users without one may join a course.
        if (isFull) await this.admin.send('PUT', `/api/users/${userId}`, { organizationId: null });
        this.steps.show('Making accounts', (done += 1), count);
      });
      students.push(...this.made.pending);
      this.made.pending = [];
      await this.save();
    }
  }

  /** Returns new names and passwords for the next batch, with or without seats in the organization of the instructor. */
  private nextStudents(count: number): Account[] {
    const from = this.made.students.length;
    const seats = from < PER_ORGANIZATION ? PER_ORGANIZATION - from : SAVED_EVERY;
    const length = Math.min(SAVED_EVERY, count - from, seats);
    return Array.from({ length }, (_, index): Account => {
      const username = `sim-${this.made.tag}-${String(from + index + 1).padStart(4, '0')}`;
      return { username, password: newPassword(), role: 'User' };
    });
  }

  /** Returns the access code of an organization. Creates the organization when it does not exist. */
  private async codeFor(index: number): Promise<string> {
    const known = this.made.codes[index];
    if (known) return known;
    // Names of organizations are unique, and an interrupted run may have created one without saving its code.
    const name = `Simulation ${this.made.tag} ${index + 1}-${randomBytes(2).toString('hex')}`;
    const { id } = await this.administrate<Organization>('POST', `organizations/${name}`);
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
        throw new UserError('Only a system administrator can create accounts: name one with --admin.');
      if (error instanceof Refused && error.code === 'SIGN_IN_FAILED')
        throw new UserError('The password of the administrator is wrong.');
      throw error;
    }
  }

  /** Returns the id of the user. */
  private async register(account: Account, accessCode: string): Promise<string> {
    const { username: userName, password } = account;
    const email = `${userName}@simulation.example`;
    const details = { userName, password, email, firstName: 'Simulated', lastName: userName, accessCode };
    const path = '/api/users/registrationCode';
    const { userId, errors, message } = await sendAnonymously<RegistrationResponse>(this.url, 'POST', path, details);
    // Only the simulator uses these names, so a taken one belongs to an earlier request whose response was lost.
    const isMade = userId !== null || errors.includes('Username is already taken.');
    if (!isMade)
      throw new UserError(`The account ${userName} could not be created: ${[message, ...errors].join(' ').trim()}`);
    return userId ?? (await signedIn(this.url, account)).userId;
  }

  /** Writes a new file and renames it, so that an interrupted write keeps the old one. */
  private async save(): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true });
    const others = await readMade(this.file);
    const draft = `${this.file}.draft`;
    await writeFile(draft, `${JSON.stringify({ ...others, [this.url]: this.made })}\n`, { mode: 0o600 });
    await rename(draft, this.file);
  }
}

/** Returns the accounts of an earlier run; undefined when the platform at this address no longer knows them. */
async function knownAccounts(url: string, file: string): Promise<Made | undefined> {
  const known = (await readMade(file))[url];
  if (!known?.instructor) return undefined;
  try {
    await signedIn(url, known.instructor);
    return known;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** @throws UserError when the file exists with other content, which must not be overwritten */
async function readMade(file: string): Promise<z.infer<typeof MadeFile>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new UserError(`The file ${file} cannot be read. Check its permissions.`);
  });
  const { success, data } = MadeFile.safeParse(parseJson(text));
  if (success) return data;
  throw new UserError(
    `The file ${file} does not contain accounts by the address of their platform. Rename or delete it.`,
  );
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
