import { z } from 'zod';
import { Id, textLine } from './primitives.contract.js';

/** What stopped: a read model at a stream's event, a reactor at one event, or a job that failed at every try. */
export const DeadLetterKind = z.enum(['projection', 'reactor', 'job']);
export type DeadLetterKind = z.infer<typeof DeadLetterKind>;

/** More are not listed at once; `total` says how many there are. */
export const MOST_DEAD_LETTERS = 200;

export const DeadLetter = z.object({
  /** Names it among the others. */
  key: z.string(),
  kind: DeadLetterKind,
  /** The projection, the reactor, or the kind of job. */
  reader: z.string(),
  /** Where the event lies in the log; null for jobs. */
  stream: z.string().nullable(),
  version: z.number().nullable(),
  /** The event's id, or the job's. */
  id: z.string(),
  eventType: z.string().nullable(),
  recordedAt: z.string().nullable(),
  /** With the later events of the stream, which a projection does not follow any further. */
  events: z.number(),
  since: z.string(),
  /** Without anything of the data. */
  error: z.string(),
  /** A replay was asked for and has not ended. */
  replaying: z.boolean(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

/** GET /api/system/dead-letters; `jobsKnown` false: the store of the jobs did not answer, there may be more. */
export const DeadLetters = z.object({ letters: z.array(DeadLetter), total: z.number(), jobsKnown: z.boolean() });
export type DeadLetters = z.infer<typeof DeadLetters>;

const Name = textLine(200).min(1);

/**
 * Body of POST /api/system/dead-letters/replay: rebuild the projection, let the reactor react to the event once more, or run
 * the job again.
 */
export const ReplayRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('projection'), reader: Name }),
  z.strictObject({ kind: z.literal('reactor'), reader: Name, id: Id }),
  z.strictObject({ kind: z.literal('job'), id: Name }),
]);
export type ReplayRequest = z.infer<typeof ReplayRequest>;
