import { z } from 'zod';
import { UNKNOWN } from './system-status.rule.js';

/** Creates the schema of a part of the status that may be unknown because it was not available in time. */
const known = <Part extends z.ZodType>(part: Part) => z.union([part, z.literal(UNKNOWN)]);

/** ISO 8601, UTC, with milliseconds. */
const Instant = z.string();
const Count = z.number().int().min(0);

/** One value per sample, newest last. Null means unknown. */
const History = z.array(z.number().nullable());

/** Status of one node, as recorded by the node a few seconds ago. */
export const NodeStatus = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  roles: z.array(z.enum(['http', 'worker'])),
  startedAt: Instant,
  /** When the node became the leader; null for other nodes. */
  leadingSince: Instant.nullable(),
  sockets: z.object({ signedIn: Count, anonymous: Count }),
  rooms: Count,
  /** 95th percentile of the time from event to live message, over the last five seconds. Null without messages. */
  pushMs: z.number().nullable(),
  eventLoopMs: z.number(),
  memoryMb: z.number(),
  pool: z.object({ used: Count, idle: Count, waiting: Count, max: Count }),
  /** Clock of the node minus clock of the database. */
  clockSkewMs: known(z.number()),
  freeDiskBytes: known(z.number()),
  history: z.object({ sockets: History, pushMs: History }),
});
export type NodeStatus = z.infer<typeof NodeStatus>;

/** Status of a reader of the log: the backlog of a read model or a reactor. */
export const ReaderStatus = z.object({
  reader: z.string(),
  kind: z.enum(['projection', 'reactor']),
  name: z.string(),
  lagEvents: Count,
  /** Age of the oldest unprocessed event; 0 when there is none. */
  lagSeconds: z.number(),
  parkedEvents: Count,
  /** Progress of a requested or running rebuild. `events` is 0 until it starts. */
  rebuild: z.object({ events: Count, of: Count }).nullable(),
  /** Time without progress despite unprocessed events, when it exceeds a minute. Null when the reader makes progress. */
  stalledSeconds: z.number().nullable(),
});
export type ReaderStatus = z.infer<typeof ReaderStatus>;

const QueueStatus = z.object({
  queue: z.string(),
  depth: known(z.object({ waiting: Count, oldestSeconds: z.number().nullable() })),
});
type QueueStatus = z.infer<typeof QueueStatus>;

/** The oldest writing transaction in the cluster. Readers of the log wait until it ends. */
export const OldestTransaction = z.object({
  seconds: z.number(),
  /** True when another role's transaction hides its start; `seconds` is then a lower bound. */
  isAtLeast: z.boolean(),
  application: z.string(),
  databaseRole: z.string(),
  heldUpEvents: Count,
});
export type OldestTransaction = z.infer<typeof OldestTransaction>;

/** How a file of a game build is compressed. */
export const BuildPacking = z.enum(['none', 'gzip', 'brotli']);
export type BuildPacking = z.infer<typeof BuildPacking>;

/** The game build that the responding node serves, or the reason why it serves none. */
export const GameStatus = z.object({
  build: z
    .object({
      /** Name of the build: the beginning of the name of its loader. */
      name: z.string(),
      /** Product and version from the build's index.html; empty when it does not name them. */
      productName: z.string(),
      productVersion: z.string(),
      /** Version of Unity, such as 2021.3.5f1; null when the data file does not begin with it. */
      engineVersion: z.string().nullable(),
      /** Bytes of the build's files as stored, without StreamingAssets. */
      storedBytes: Count,
      /** Compressions of data, framework and code, usually one for all three. */
      packings: z.array(BuildPacking),
      /** The build's own loader decompresses its files (.unityweb), which makes the start slower. */
      hasFallback: z.boolean(),
      /** The build uses threads, which browsers allow only over HTTPS or on localhost. */
      needsIsolation: z.boolean(),
    })
    .nullable(),
  /** Message with what was found, what is missing and what to do; null when a build is served. */
  problem: z.string().nullable(),
});
export type GameStatus = z.infer<typeof GameStatus>;

/** Response of GET /api/system/status: the state of the platform and its dependencies. */
export const SystemStatus = z.object({
  /** Time of the measurement, and id of the responding node. */
  at: Instant,
  nodeId: z.string(),
  /** Null when there is no active leader. */
  leader: known(z.object({ nodeId: z.string(), epoch: z.number() }).nullable()),
  nodes: known(z.array(NodeStatus.extend({ seenSecondsAgo: z.number() }))),
  readers: known(z.array(ReaderStatus)),
  /** Lag in seconds by reader, as sampled by the responding node. */
  lagHistory: z.record(z.string(), History),
  queues: z.array(QueueStatus),
  jobs: known(z.object({ waiting: Count, delayed: Count, active: Count, failed: Count, done: Count })),
  jobStore: z.enum(['PostgreSQL', 'Redis']),
  /** Null when no transaction writes. */
  oldestTransaction: known(OldestTransaction.nullable()),
  databaseMs: known(z.number()),
  game: known(GameStatus),
  stripe: z.boolean(),
});
export type SystemStatus = z.infer<typeof SystemStatus>;
