import { z } from 'zod';
import { UNKNOWN } from './system-status.rule.js';

/** A part of the status, or that it could not be told in time. */
const known = <Part extends z.ZodType>(part: Part) => z.union([part, z.literal(UNKNOWN)]);

/** ISO 8601, UTC, with milliseconds. */
const Instant = z.string();
const Count = z.number().int().min(0);

/** A value for each sample, the newest last; null: not known then. */
const History = z.array(z.number().nullable());

/** One process of the platform, as it wrote down itself a few seconds ago. */
export const NodeStatus = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  roles: z.array(z.enum(['http', 'worker'])),
  startedAt: Instant,
  /** Since when it leads; null: it does not. */
  leadingSince: Instant.nullable(),
  sockets: z.object({ signedIn: Count, anonymous: Count }),
  rooms: Count,
  /** How long 95 of 100 live messages took from their event, over the last five seconds; null: there were none. */
  pushMs: z.number().nullable(),
  eventLoopMs: z.number(),
  memoryMb: z.number(),
  pool: z.object({ used: Count, idle: Count, waiting: Count, max: Count }),
  /** Its clock less the database's. */
  clockSkewMs: known(z.number()),
  freeDiskBytes: known(z.number()),
  history: z.object({ sockets: History, pushMs: History }),
});
export type NodeStatus = z.infer<typeof NodeStatus>;

/** A reader of the log: what a read model or a reactor has not taken in yet. */
export const ReaderStatus = z.object({
  reader: z.string(),
  kind: z.enum(['projection', 'reactor']),
  name: z.string(),
  lagEvents: Count,
  /** Age of the oldest event it lacks, 0 when it has them all. */
  lagSeconds: z.number(),
  parkedEvents: Count,
  /** A rebuild that was asked for (`events` 0: not begun) or is under way. */
  rebuild: z.object({ events: Count, of: Count }).nullable(),
  /** How long it has taken in nothing although it lacks events, from a minute on; null: it makes progress. */
  stalledSeconds: z.number().nullable(),
});
export type ReaderStatus = z.infer<typeof ReaderStatus>;

const QueueStatus = z.object({
  queue: z.string(),
  depth: known(z.object({ waiting: Count, oldestSeconds: z.number().nullable() })),
});
type QueueStatus = z.infer<typeof QueueStatus>;

/** The oldest transaction in the cluster that writes; readers of the log wait for its end. */
export const OldestTransaction = z.object({
  seconds: z.number(),
  /** The begin of somebody else's transaction may not be seen: it is at least this old. */
  isAtLeast: z.boolean(),
  application: z.string(),
  databaseRole: z.string(),
  heldUpEvents: Count,
});
export type OldestTransaction = z.infer<typeof OldestTransaction>;

/** How a file of a game build is compressed. */
export const BuildPacking = z.enum(['none', 'gzip', 'brotli']);
export type BuildPacking = z.infer<typeof BuildPacking>;

/** The game build that the answering node serves, or why it serves none. */
export const GameStatus = z.object({
  build: z
    .object({
      /** What the name of its loader begins with. */
      name: z.string(),
      /** Product and version from the build's index.html; empty when it does not name them. */
      productName: z.string(),
      productVersion: z.string(),
      /** Version of Unity, such as 2021.3.5f1; null where the data file does not contain it at its beginning. */
      engineVersion: z.string().nullable(),
      /** Bytes of the build's files as stored, without StreamingAssets. */
      storedBytes: Count,
      /** How data, framework and code are compressed: usually one way. */
      packings: z.array(BuildPacking),
      /** The build's own loader unpacks its files (.unityweb), which starts slower. */
      hasFallback: z.boolean(),
      /** The build uses threads, which browsers allow over HTTPS and on the server's own machine only. */
      needsIsolation: z.boolean(),
    })
    .nullable(),
  /** A sentence that says what was found, what is missing and what to do; null where there is a build. */
  problem: z.string().nullable(),
});
export type GameStatus = z.infer<typeof GameStatus>;

/** GET /api/system/status: the state of the platform and of what it depends on. */
export const SystemStatus = z.object({
  /** When the answering node looked, and which it is. */
  at: Instant,
  nodeId: z.string(),
  /** Null: nobody leads. */
  leader: known(z.object({ nodeId: z.string(), epoch: z.number() }).nullable()),
  nodes: known(z.array(NodeStatus.extend({ seenSecondsAgo: z.number() }))),
  readers: known(z.array(ReaderStatus)),
  /** Lag in seconds by reader, as the answering node saw it. */
  lagHistory: z.record(z.string(), History),
  queues: z.array(QueueStatus),
  jobs: known(z.object({ waiting: Count, delayed: Count, active: Count, failed: Count, done: Count })),
  jobStore: z.enum(['PostgreSQL', 'Redis']),
  /** Null: nothing writes at the moment. */
  oldestTransaction: known(OldestTransaction.nullable()),
  databaseMs: known(z.number()),
  game: known(GameStatus),
  stripe: z.boolean(),
});
export type SystemStatus = z.infer<typeof SystemStatus>;
