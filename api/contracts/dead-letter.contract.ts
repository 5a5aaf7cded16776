import { z } from 'zod';
import { Id, textLine } from './primitives.contract.js';

/** Kind of failure: a projection parked a stream, a reactor parked one event, or a job failed on every retry. */
export const DeadLetterKind = z.enum(['projection', 'reactor', 'job']);
export type DeadLetterKind = z.infer<typeof DeadLetterKind>;

/** Maximum number of dead letters in one response. `total` is the number of all. */
export const MOST_DEAD_LETTERS = 200;

export const DeadLetter = z.object({
  /** Unique key in the list. */
  key: z.string(),
  kind: DeadLetterKind,
  /** The projection, the reactor, or the kind of job. */
  reader: z.string(),
  /** The stream of the event; null for jobs. */
  stream: z.string().nullable(),
  version: z.number().nullable(),
  /** The id of the event or job. */
  id: z.string(),
  eventType: z.string().nullable(),
  recordedAt: z.string().nullable(),
  /** Number of parked events, including the later events of the stream that a projection parks with the failing one. */
  events: z.number(),
  since: z.string(),
  /** Error message without data of the event or job. */
  error: z.string(),
  /** A replay was requested and has not finished. */
  replaying: z.boolean(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

/** Response of GET /api/system/dead-letters. When `jobsKnown` is false, the job store did not answer and jobs may be missing. */
export const DeadLetters = z.object({ letters: z.array(DeadLetter), total: z.number(), jobsKnown: z.boolean() });
export type DeadLetters = z.infer<typeof DeadLetters>;

const Name = textLine(200).min(1);

/**
 * Body of POST /api/system/dead-letters/replay: rebuilds the projection, passes the event to the reactor again, or runs the
 * job again.
 */
export const ReplayRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('projection'), reader: Name }),
  z.strictObject({ kind: z.literal('reactor'), reader: Name, id: Id }),
  z.strictObject({ kind: z.literal('job'), id: Name }),
]);
export type ReplayRequest = z.infer<typeof ReplayRequest>;
