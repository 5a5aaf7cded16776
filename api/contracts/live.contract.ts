import { z } from 'zod';
import { PresenceReport } from './presence.contract.js';

/** Socket.io namespace, with WebSocket transport only. Browsers authenticate by cookie, native clients by `auth.token`. */
export const LIVE_NAMESPACE = '/live';

export const LIVE_TOPICS = [
  'gradebook',
  'review',
  'own-decisions',
  'quiz',
  'leaderboard',
  'class',
  'course',
  'course-class',
  'courses',
  'presence',
  'help',
  'recording',
  'recorded-states',
  'users',
  'organizations',
  'banner',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/**
 * One keyed row of a topic. `sequence` is the projector's gapless number of the event that last changed the row. In topic
 * `gradebook` it is that of the snapshot that the row was read from, and in topics `presence`, `help` and `recorded-states` the database's
 * clock in milliseconds. A client ignores a row that is not newer than its own.
 * `value` is null when the row is removed.
 */
export interface LiveRow<T> {
  key: string;
  sequence: number;
  value: T | null;
}

/** Row `snapshot` of topic `course-class`: the running class of a course, or null. */
export interface CourseClass {
  sessionId: string | null;
}

/** Converted to lower case, like every id. */
const TopicId = z.string().max(120).toLowerCase();

/**
 * Request of `watch`: returns the rows of (topic, id) newer than `since` of read-model `generation`, or all rows without both.
 * Topics `presence`, `help` and `recorded-states` always return all rows.
 * `id` is a class id; for leaderboards a scope of `leaderboard-topic.rule.ts`; for a quiz `{sessionId}.{scenarioId}`; for one course and its
 * class the course id; for users an organization id or `all`; for the caller's own decisions the caller's id; for courses, organizations
 * and the banner `all`.
 */
export const WatchRequest = z.strictObject({
  topic: z.enum(LIVE_TOPICS),
  id: TopicId,
  since: z.number().int().min(0).optional(),
  generation: z.number().int().min(0).optional(),
});
export type WatchRequest = z.infer<typeof WatchRequest>;

export const UnwatchRequest = z.strictObject({ topic: z.enum(LIVE_TOPICS), id: TopicId });
export type UnwatchRequest = z.infer<typeof UnwatchRequest>;

/** `renew`: the `x-live-token` of the last renewal of the session, or the access token of a native client. */
export const RenewRequest = z.strictObject({ token: z.string().max(2_048) });
export type RenewRequest = z.infer<typeof RenewRequest>;

/** Acknowledgement of `watch`. When `full`, `rows` replaces all earlier rows. `not-found` also covers rows that are not visible. */
export type WatchReply<T = unknown> =
  | { ok: true; generation: number; sequence: number; full: boolean; rows: LiveRow<T>[] }
  | { ok: false; code: 'invalid' | 'not-found' | 'too-many' | 'unavailable' };

/** Payload of `changes`: changed rows of a watched (topic, id). With another `generation`, the client watches again from zero. */
export interface LiveChanges<T = unknown> {
  topic: LiveTopic;
  id: string;
  generation: number;
  sequence: number;
  rows: LiveRow<T>[];
}

/** Maximum number of topics that one client watches at a time, over a socket or by polling. */
export const MAX_WATCHES = 20;

/** Maximum time that the server holds a poll without changes, in milliseconds. */
export const MAX_POLL_WAIT_MS = 20_000;

/**
 * Body of `POST /api/live/poll`, for clients without WebSocket. Each watch has the fields of the socket's `watch` and the
 * `digest` of the newest frame of the topic, if any. Each topic and id may occur once. `presence`: where the student is, null
 * for anyone else. `waitMs`: how long to wait for changes, in milliseconds; {@link MAX_POLL_WAIT_MS} by default.
 */
export const PollRequest = z.strictObject({
  watches: z
    .array(WatchRequest.extend({ digest: z.string().max(64).optional() }))
    .max(MAX_WATCHES)
    .refine(
      (watches) => new Set(watches.map(({ topic, id }) => `${topic} ${id}`)).size === watches.length,
      'Watch each topic and id once.',
    ),
  presence: PresenceReport.nullable(),
  waitMs: z.number().int().min(0).max(MAX_POLL_WAIT_MS).optional(),
});
export type PollRequest = z.infer<typeof PollRequest>;
export type PollWatch = PollRequest['watches'][number];

/**
 * Changes of one polled topic, to be applied in order: a reply to `watch` (`full` true) or `changes`. `digest` identifies the
 * content of a topic whose rows have no sequence, so that any node can decide whether the client already has it.
 */
export type PollFrame<T = unknown> = { topic: LiveTopic; id: string } & (
  | (Extract<WatchReply<T>, { ok: true }> & { digest?: string })
  | Extract<WatchReply, { ok: false }>
);

/** Response of a poll. Without changes the frames have no rows, and the client polls again. */
export interface PollReply {
  frames: PollFrame[];
}

/** Events that the server sends. `resync` ({topic, id} or {}) means that rows were dropped and the client must watch again. */
export interface ServerToClientEvents {
  changes: (changes: LiveChanges) => void;
  resync: (scope: { topic?: LiveTopic; id?: string }) => void;
  /** Announces that the socket closes within a minute unless the client renews its session and sends `renew`. */
  expiring: () => void;
}

/** Events that a client sends. */
export interface ClientToServerEvents {
  watch: (request: WatchRequest, reply: (answer: WatchReply) => void) => void;
  unwatch: (request: UnwatchRequest) => void;
  /** Extends the socket until a newer token of the same session expires. Not acknowledged. */
  renew: (request: RenewRequest) => void;
  /** Reports where a student is, see `presence.contract.ts`. Not acknowledged. */
  presence: (report: PresenceReport) => void;
}
