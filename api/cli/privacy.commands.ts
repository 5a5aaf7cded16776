import { join } from 'node:path';
import { secretValues } from '../config-settings.js';
import type { Config, Secrets } from '../config.js';
import { Id } from '../contracts/primitives.contract.js';
import { repeatErasuresOf, erasePerson } from '../features/people/privacy/erase-person.js';
import { type Erasures, ErasuresFile } from '../features/people/privacy/erasures-file.js';
import { exportPerson } from '../features/people/privacy/export-person.js';
import { userStream } from '../features/people/user.stream.js';
import { streams } from '../streams.js';
import { systemClock } from '../platform/clock.js';
import { StartError } from '../platform/database/start-error.js';
import { Claims } from '../platform/eventsourcing/claims.js';
import { erasedPeople, redactPeople } from './redact.command.js';
import { count, type Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';

/**
 * `privacy erase`: erases a person permanently, so the operator must confirm unless `isConfirmed`. Courses of an erased instructor remain
 * and need another instructor.
 */
export async function eraseFromPlatform(
  platform: CliPlatform,
  terminal: Terminal,
  { erasuresFile }: Config,
  name: string,
  isConfirmed: boolean,
): Promise<number> {
  const { pool, store, dataDir } = platform;
  const userId = await idOf(platform, name);
  if (!isConfirmed) await confirmErasure(terminal, name);
  const now = systemClock.now();
  const problem = erasuresFile && (await appendErasure(erasuresFile, platform, userId, now));
  await erasePerson(userId, { pool, store, claims: claimsOf(platform), mailFolder: join(dataDir, 'outbox'), now });
  terminal.out(
    `${userId} was erased. Running processes forget the key within a minute; backups keep it until they expire.`,
  );
  const { rows } = await pool.query<{ name: string }>(
    'select name from read.courses where owner_id = $1 and deleted_at is null',
    [userId],
  );
  for (const course of rows)
    terminal.err(`The erased user is the instructor of the course ${course.name}. Assign another instructor.`);
  const exitCode = await redactPeople(platform, terminal, [userId]);
  if (!problem) return exitCode;
  terminal.err(`${problem} Running nodes write the erasure once they can write to their file.`);
  return 1;
}

/** Runs before the erasure, so that an interrupted command is completed later. @returns why the file could not be written */
async function appendErasure(
  path: string,
  { secrets }: CliPlatform,
  userId: string,
  now: Date,
): Promise<string | undefined> {
  try {
    await new ErasuresFile(path, secrets.AUDIT_KEY).append(new Map([[userId, now]]));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * `privacy redact`: removes the clear text of all erased people, for erasures that could not remove it themselves. First repeats erasures
 * of ERASURES_FILE that the database has lost.
 */
export async function redactErasedPeople(platform: CliPlatform, terminal: Terminal, config: Config): Promise<number> {
  const { pool, store, secrets, dataDir } = platform;
  const known = new Set(await erasedPeople(pool));
  const erasures = await readErasures(config, secrets, terminal);
  const lost = new Map([...erasures].filter(([userId]) => !known.has(userId)));
  const options = { pool, store, claims: claimsOf(platform), mailFolder: join(dataDir, 'outbox') };
  const repeated = await repeatErasuresOf(lost, { ...options, now: systemClock.now() });
  if (repeated > 0) terminal.out(`Erasures of ERASURES_FILE applied: ${count(repeated)} people.`);
  return redactPeople(platform, terminal, await erasedPeople(pool));
}

/** Reads ERASURES_FILE; empty when it is not set. @throws StartError when it cannot be read */
export async function readErasures(
  { erasuresFile }: Config,
  { AUDIT_KEY }: Secrets,
  { err }: Terminal,
): Promise<Erasures> {
  if (!erasuresFile) return new Map();
  const { erasures, damage } = await new ErasuresFile(erasuresFile, AUDIT_KEY).read();
  if (damage) err(damage);
  return erasures;
}

/** `privacy export`: prints all data about a person as JSON. */
export async function exportFromPlatform(platform: CliPlatform, terminal: Terminal, name: string): Promise<number> {
  const { pool, log, store } = platform;
  const person = await exportPerson(await idOf(platform, name), {
    pool,
    log,
    store,
    personalData: streams.personalData,
  });
  terminal.out(JSON.stringify(person, undefined, 2));
  return 0;
}

/** @throws StartError when the operator does not confirm, or when there is no terminal */
async function confirmErasure(terminal: Terminal, name: string): Promise<void> {
  if (!terminal.ask) throw new StartError('Nothing was erased. Add --yes to erase without being asked.');
  const typed = await terminal.ask(`This erases all personal data of ${name} for good. Type ${name} to confirm: `);
  if (typed !== name) throw new StartError('Nothing was erased.');
}

const claimsOf = ({ pool, store, secrets }: CliPlatform): Claims =>
  new Claims(pool, store, secretValues(secrets.HMAC_KEY));

/** Looks names up among the reserved ones, which deleted and erased people keep. */
async function idOf(platform: CliPlatform, name: string): Promise<string> {
  const { store } = platform;
  const id = Id.safeParse(name);
  const userId = id.success ? id.data : await claimsOf(platform).ownerOf('username', name);
  const [registered] = userId ? await store.readParts([{ stream: userStream.name(userId), from: 0, to: 0 }]) : [];
  if (!userId || !registered) throw new StartError('There is no such user. Use a username or an id.');
  return userId;
}
