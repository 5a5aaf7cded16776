import { z } from 'zod';
import { PresenceReport } from './presence.contract.js';

/** Socket.io namespace; WebSocket transport only, browsers by cookie, native clients by `auth.token`. */
export const LIVE_NAMESPACE = '/live';

export const LIVE_TOPICS = [
  'gradebook',
  'quiz',
  'leaderboard',
  'class',
  'course',
  'course-class',
  'courses',
  'presence',
  'help',
  'users',
  'organizations',
  'banner',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/**
 * One keyed row of a topic. `sequence` is the projector's own gapless count of the event that last changed the row, of
 * topics `presence` and `help` the database's clock in milliseconds; a client ignores a row that is not newer than the one it holds.
 * `value` null: the row is gone.
 */
export interface LiveRow<T> {
  key: string;
  sequence: number;
  value: T | null;
}

/** Row `snapshot` of topic `course-class`: the running class of a course; null while none is running. */
export interface CourseClass {
  sessionId: string | null;
}

/** Lower case however it was sent, like every id. */
const TopicId = z.string().max(120).toLowerCase();

/**
 * `watch` asks for everything of (topic, id) newer than `since` of read-model `generation`; without both, for everything.
 * Topics `presence` and `help` always answer with everything.
 * `id` is a class id, for leaderboards a scope of `leaderboard-topic.rule.ts`, for a quiz `{sessionId}.{scenarioId}`, for one course
 * and its class the course's id, for users an organization's id or `all`, for courses, organizations and the banner `all`.
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

/** Ack of `watch`. `full` true: forget what you hold, `rows` is all there is. Refusals: not-found also hides what is not yours. */
export type WatchReply<T = unknown> =
  | { ok: true; generation: number; sequence: number; full: boolean; rows: LiveRow<T>[] }
  | { ok: false; code: 'invalid' | 'not-found' | 'too-many' | 'unavailable' };

/** `changes`: rows of a watched (topic, id) that changed. Another `generation` than the one held: watch again from zero. */
export interface LiveChanges<T = unknown> {
  topic: LiveTopic;
  id: string;
  generation: number;
  sequence: number;
  rows: LiveRow<T>[];
}

/** Topics that one client may watch at a time, over a socket or by polling. */
export const MAX_WATCHES = 20;

/** How long the server holds a poll without news, in milliseconds. */
export const MAX_POLL_WAIT_MS = 20_000;

/**
 * Body of `POST /api/live/poll`, for clients that no WebSocket reaches. Each watch is a `watch` of the socket; `digest` is the one
 * that the newest frame of the topic carried, left out by a client that has none. Each topic and id may occur once. `presence`: where the student is, null for
 * anybody else. `waitMs`: how long to wait for news, in milliseconds, {@link MAX_POLL_WAIT_MS} by default.
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
 * News of one polled topic, to be applied in order: an answer to `watch` (`full` true) or `changes`. `digest` names the content of a
 * topic whose rows carry no sequence of their own, so that any node can tell whether the client already has it.
 */
export type PollFrame<T = unknown> = { topic: LiveTopic; id: string } & (
  (Extract<WatchReply<T>, { ok: true }> & { digest?: string }) | Extract<WatchReply, { ok: false }>
);

/** Answer to a poll. Without news the frames hold no rows: the client polls again. */
export interface PollReply {
  frames: PollFrame[];
}

/** Events the server sends: `changes`; `resync` {topic,id} or {} when rows were dropped: watch again. */
export interface ServerToClientEvents {
  changes: (changes: LiveChanges) => void;
  resync: (scope: { topic?: LiveTopic; id?: string }) => void;
  /** The socket closes within a minute unless the client renews its session and answers with `renew`. */
  expiring: () => void;
}

/** Events a client sends. */
export interface ClientToServerEvents {
  watch: (request: WatchRequest, reply: (answer: WatchReply) => void) => void;
  unwatch: (request: UnwatchRequest) => void;
  /** Extends the socket to the end of a newer token of the same session; never answered. */
  renew: (request: RenewRequest) => void;
  /** Where a student is, see `presence.contract.ts`; never answered. */
  presence: (report: PresenceReport) => void;
}
