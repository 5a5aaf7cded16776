import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { Fenced } from '../projecting/checkpoints.js';
import { LEADER_LEASE } from '../projecting/lease.js';
import { formatPosition } from '../message.js';
import { chainEndAfter, loadRestores, restoresOf } from './accepted-restore.js';
import type { LogDigests } from './log-digests.js';
import { CHAIN_START, type ChainEnd, makeSeal, type Seal, type SealRow, toSeal } from './seal.js';

const EVENTS_A_SEAL = 1_000;
const SEAL_AFTER_MS = 10_000;
const LOOK_EVERY_MS = 1_000;

export interface SealerOptions {
  readonly pool: Pool;
  readonly digests: LogDigests;
  /** The audit key. */
  readonly key: string;
  /** Called with each new seal and the name of its log. */
  readonly onSealed: (seal: Seal, log: string) => void;
  /** Called with the newest seal and the name of its log: the stored one at the start, then each new one. */
  readonly onNewest?: (seal: Seal, log: string) => void;
  /** Called whenever all settled events are sealed. */
  readonly onIdle?: () => void;
  readonly onError: (error: unknown) => void;
  /** Longest time that an event waits for its seal, in ms. */
  readonly sealAfterMs?: number;
}

/**
 * Chains and seals the log in its order, every thousand events or ten seconds. Runs on the leader until `signal` aborts. Appends do
 * not seal, because that would serialize all writers.
 */
export async function runSealer(options: SealerOptions, leaderEpoch: bigint, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(options, leaderEpoch, signal);
    } catch (error) {
      options.onError(error);
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function follow(options: SealerOptions, leaderEpoch: bigint, signal: AbortSignal): Promise<void> {
  const { pool, digests, key, onSealed, onNewest, onIdle, sealAfterMs = SEAL_AFTER_MS } = options;
  const name = await digests.name();
  const stored = await newestSeal(pool, name);
  if (name !== null && stored) onNewest?.(stored, name);
  let end: ChainEnd = chainEndAfter(stored ?? CHAIN_START, restoresOf(await loadRestores(pool), name));
  let waitingSince: number | undefined;
  while (!signal.aborted) {
    const waiting = await digests.countSettled(end.last, EVENTS_A_SEAL);
    if (waiting === 0) onIdle?.();
    waitingSince = waiting === 0 ? undefined : (waitingSince ?? performance.now());
    const isDue = waitingSince !== undefined && performance.now() - waitingSince >= sealAfterMs;
    if (waiting < EVENTS_A_SEAL && !isDue) {
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      continue;
    }
    const run = await digests.digestSettled(end.last, EVENTS_A_SEAL);
    const seal = makeSeal(key, end, run!, { leaderEpoch, now: new Date() });
    const log = (await digests.name())!;
    await store(pool, log, seal);
    onSealed(seal, log);
    onNewest?.(seal, log);
    [end, waitingSince] = [seal, undefined];
  }
}

/** Returns the newest stored seal of a log. */
export async function newestSeal(pool: Pick<Pool, 'query'>, log: string | null): Promise<Seal | undefined> {
  const text = 'select * from log.seals where log = $1 order by number desc limit 1';
  const { rows } = await pool.query<SealRow>(text, [log]);
  return rows[0] && toSeal(rows[0]);
}

/**
 * Stores a seal while this node is the leader. If two leaders overlap, the seal's number is unique, so there is one chain.
 * @throws Fenced when another node has become the leader.
 */
async function store(pool: Pool, log: string, seal: Seal): Promise<void> {
  const { rowCount } = await pool.query(
    `insert into log.seals (number, first_position, last_position, events, total, entries, head, leader_epoch, sealed_at, signature, log)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12
     where exists (select from plain.leases where name = $11 and epoch = $8)
     on conflict (log, number) do nothing`,
    [
      seal.number,
      formatPosition(seal.first),
      formatPosition(seal.last),
      seal.events,
      seal.total,
      seal.entries,
      seal.head,
      seal.leaderEpoch.toString(),
      seal.sealedAt,
      seal.signature,
      LEADER_LEASE,
      log,
    ],
  );
  if (rowCount !== 1) throw new Fenced('the seals of the log');
}
