import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../../platform/database/transaction.js';
import { handleCommand } from '../../../platform/eventsourcing/command-handling.js';
import type { Claims } from '../../../platform/eventsourcing/claims.js';
import type { EventStore } from '../../../platform/eventsourcing/event-store.js';
import { ERASED } from '../../../platform/eventsourcing/personal-data.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { userStream } from '../user.stream.js';
import { eraseIdentity } from './erased-people.js';
import type { Erasures } from './erasures-file.js';
import { ERASED_TABLES } from './personal-tables.js';

export interface ErasureOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  /** Computes the hashes under which sign-in attempts with a user name are counted. */
  readonly claims: Claims;
  /** Folder of mails that were written to files because no mail server is configured. */
  readonly mailFolder: string;
  readonly now: Date;
}

/**
 * Erases a person: deletes the account, replaces the person's key by a tombstone and records the erasure. Without the key, personal data in
 * the log can never be decrypted. The user name stays reserved, as a hash. Safe to repeat after an interruption.
 */
export async function erasePerson(userId: string, options: ErasureOptions): Promise<void> {
  const { pool, store, claims, mailFolder, now } = options;
  const { state } = await handleCommand(store, userStream.of(userId), { type: 'Delete' }, systemContext(now));
  // On a repetition the name can no longer be decrypted; its rows were deleted with the key.
  const hmacs = state.status === 'missing' ? [] : claims.hmacs('username', state.username);
  await inTransaction(pool, (client) => deleteRows(client, userId, hmacs));
  // Before the event, because a recorded erasure is not repeated.
  await deleteMails(mailFolder, userId);
  // After the tombstone, so that no event that follows is decrypted for the read models (see `decryptFollowed`). InterruptedErasures
  // records the erasure after a crash in between.
  await handleCommand(store, userStream.of(userId), { type: 'Erase' }, systemContext(now));
}

/**
 * Repeats erasures that a restored database no longer contains. Skips accounts that were registered after the erasure, because the first
 * accounts of every new database have the same ids.
 * @returns the number of people who were erased again
 */
export async function repeatErasuresOf(erasures: Erasures, options: ErasureOptions): Promise<number> {
  const { pool, store } = options;
  const parts = [...erasures.keys()].map((userId) => ({ stream: userStream.name(userId), from: 0, to: 0 }));
  const registrations = parts.length > 0 ? await store.readParts(parts) : [];
  const registeredAt = new Map(registrations.map(({ stream, recordedAt }) => [stream, new Date(recordedAt)]));
  let count = 0;
  for (const [userId, erasedAt] of erasures) {
    const registered = registeredAt.get(userStream.name(userId));
    // The keys may come from a newer backup than the log, and then belong to a person the log does not contain.
    if (!registered) await deleteKey(pool, userId, erasedAt);
    else if (registered <= erasedAt) {
      await erasePerson(userId, options);
      count += 1;
    }
  }
  return count;
}

const deleteKey = (pool: Pool, userId: string, erasedAt: Date): Promise<unknown> =>
  pool.query('delete from plain.subject_keys where subject_id = $1 and created_at <= $2', [userId, erasedAt]);

async function deleteRows(client: PoolClient, userId: string, usernameHmacs: readonly Buffer[]): Promise<void> {
  for (const table of ERASED_TABLES) await client.query(`delete from plain.${table} where user_id = $1`, [userId]);
  await client.query('delete from plain.sign_in_attempts where name_hmac = any ($1::bytea[])', [usernameHmacs]);
  await client.query(
    `update plain.security_events
     set actor_id = null, tried_user_id = null, name_hmac = null, network = null, address = null
     where actor_id = $1 or tried_user_id = $1 or name_hmac = any ($2::bytea[])`,
    [userId, usernameHmacs],
  );
  await client.query('update plain.recorded_states set helper_id = null where helper_id = $1', [userId]);
  // The reason is an error message and may quote the value that caused the error.
  await client.query('update plain.dead_letters set reason = $2 where stream like $1', [`%${userId}%`, ERASED]);
  await eraseIdentity(client, userId);
}

/** Deletes the mail files of a person; file names contain the ids of event and recipient. */
async function deleteMails(folder: string, userId: string): Promise<void> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const file of files.filter((name) => name.includes(userId))) await rm(join(folder, file), { force: true });
}
