import type { Pool } from 'pg';
import { StartError } from '../../database/start-error.js';
import { inTransaction } from '../../database/transaction.js';
import type { EventStore } from '../event-store.js';
import type { Log } from '../log.js';
import { LOG_START } from '../message.js';
import { createCheckpoints, fenceOlderLeaders } from '../projecting/checkpoints.js';
import { LEADER_LEASE, Lease } from '../projecting/lease.js';
import type { ProjectionSet } from '../projecting/projection-set.js';
import { emptyReadModels } from '../projecting/reset-read-models.js';
import { PROJECTOR } from '../projecting/write-batch.js';
import {
  type AcceptedRestore,
  chainEndAfter,
  loadRestores,
  makeRestore,
  restoresOf,
  storeRestore,
} from '../sealing/accepted-restore.js';
import { CHAIN_START } from '../sealing/seal.js';
import { newestSeal } from '../sealing/sealer.js';
import type { LogRecognition, PlacedEvent, ShortenedLog } from './log-recognition.js';

/** What a log has lost by its restore to an older state. */
export interface Loss extends Pick<
  AcceptedRestore,
  'log' | 'position' | 'id' | 'recordedAt' | 'kept' | 'lost' | 'lostUntil'
> {
  /** The newest event that the log has kept. */
  readonly last: PlacedEvent;
}

/** Counts what the log has kept and what it has lost. Reads the whole log. */
export async function measureLoss(
  pool: Pool,
  { store, digests }: Pick<Log, 'store' | 'digests'>,
  recognition: LogRecognition,
  { log, newest }: ShortenedLog,
): Promise<Loss> {
  const position = await store.head();
  const last = await recognition.eventAt(position);
  if (!last) throw new StartError('The log changes while it is read: try again.');
  const { storedId: id, recordedAt } = last;
  const kept = await digests.countAfter(LOG_START);
  const { rows } = await pool.query<{ until: Date | null }>(
    `select greatest((select max(recorded_at) from plain.live_changes where sequence > $1),
                     (select max(sealed_at) from log.seals where log = $2 and total > $1)) as until`,
    [kept, log],
  );
  const lostUntil = rows[0]!.until ?? recordedAt;
  return { last, log, position, id, recordedAt, kept, lost: Math.max(1, newest.total - kept), lostUntil };
}

/**
 * Accepts an older state of the log while no node runs: stores the signed record, with which the next epoch of positions begins,
 * empties the read models, and moves the reactors to the end of the log. The read models must be built afterwards.
 * @param key the audit key
 * @throws StartError when a node was started meanwhile
 */
export async function acceptLoss(
  pool: Pool,
  store: EventStore,
  projections: ProjectionSet,
  key: string,
  { last, ...loss }: Loss,
): Promise<void> {
  const lease = new Lease(pool, LEADER_LEASE, 'accept-restored');
  const leaderEpoch = await lease.acquire();
  if (leaderEpoch === undefined) throw new StartError('The platform was started meanwhile: stop it, then try again.');
  try {
    await fenceOlderLeaders(pool, leaderEpoch);
    await createCheckpoints(pool, [PROJECTOR], leaderEpoch);
    const restores = await loadRestores(pool);
    const sealed = (await newestSeal(pool, loss.log)) ?? CHAIN_START;
    const end = chainEndAfter(sealed, restoresOf(restores, loss.log));
    const restore = makeRestore(key, end, { ...loss, number: restores.length + 1, acceptedAt: new Date() });
    await inTransaction(pool, async (client) => {
      await storeRestore(client, restore);
      await emptyReadModels(client, projections, leaderEpoch, last);
      // Values of lost owners become free. The sweep decides by the streams.
      await client.query(`update plain.claims set state = 'pending', expires_at = now() where state = 'confirmed'`);
    });
    await deleteLostLetters(pool, store);
  } finally {
    await lease.release(leaderEpoch);
  }
}

/** Deletes the parked events of reactors that the log has lost. */
async function deleteLostLetters(pool: Pool, store: EventStore): Promise<void> {
  const { rows } = await pool.query<{ stream: string; version: number }>(
    `select stream, version from plain.dead_letters where reader like 'reactor:%'`,
  );
  const kept = await store.readParts(rows.map(({ stream, version }) => ({ stream, from: version, to: version })));
  await pool.query(`delete from plain.dead_letters where reader like 'reactor:%' and not event_id = any ($1)`, [
    kept.map(({ eventId }) => eventId),
  ]);
}
