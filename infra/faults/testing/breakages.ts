import type { Breakage } from './broken-build.js';

const SUBMIT = 'api/features/scores/submit-score/submit-score.controller.js';
const HANDLER = 'api/features/scores/submit-score/submit-score.handler.js';
const LEASE = 'api/platform/eventsourcing/projecting/lease.js';
const CHECKPOINTS = 'api/platform/eventsourcing/projecting/checkpoints.js';
const BEGIN_REBUILD = 'api/platform/eventsourcing/projecting/begin-rebuild.js';
const REBUILD = 'api/platform/eventsourcing/projecting/rebuild.js';
const COURSES = 'api/features/courses/courses.projection.js';
const BATCH = 'api/platform/eventsourcing/projecting/apply-batch.js';

/** Acknowledges a score half a second before it is stored. */
export const acknowledgesEarly: Breakage = {
  file: SUBMIT,
  from: 'const { repeated, ...response } = await this.submitScore.execute(new SubmitScore(body, actor, context));',
  to: `const repeated = false, response = { attemptId: body.attemptId, version: 0 };
    setTimeout(() => this.submitScore.execute(new SubmitScore(body, actor, context)).catch(() => undefined), 500);`,
};

/** Stores every repeat of an attempt as a new one. */
export const storesRepeatsTwice: readonly Breakage[] = [
  {
    file: HANDLER,
    from: 'const stream = attemptStream.of(event.data.attemptId);',
    to: 'const stream = attemptStream.of(crypto.randomUUID());',
  },
  {
    file: HANDLER,
    from: 'await this.submit(command, eventId)',
    to: 'await this.submit(command, crypto.randomUUID())',
  },
];

/** Lets leases expire four seconds later. */
export const expiresLeasesLate: Breakage = {
  file: LEASE,
  from: 'const EXPIRES_AFTER_SECONDS = 4;',
  to: 'const EXPIRES_AFTER_SECONDS = 8;',
};

/** Caches rights and sign-in sessions for ten seconds without notice of changes. Disabling a user changes both. */
export const cachesRightsLonger: readonly Breakage[] = [
  { file: 'api/platform/auth/actors.js', from: 'const TTL_MS = 1_000;', to: 'const TTL_MS = 10_000;' },
  { file: 'api/platform/batched-cache.js', from: 'LONGEST_KEPT_MS = 60_000', to: 'LONGEST_KEPT_MS = 10_000' },
  {
    file: 'api/platform/auth/actors.js',
    from: 'ended.follow((familyId) => this.forgetFamily(familyId));',
    to: 'ended.follow(() => undefined);',
  },
  {
    file: 'api/features/people/user-administration/fresh-rights.js',
    from: "this.live.onChange('person', (userIds) => userIds.forEach((userId) => this.actors.forgetRights(userId)));",
    to: '',
  },
  {
    file: 'api/features/people/user-administration/fresh-rights.js',
    from: "this.live.onChange('organizations', () => this.actors.forgetAllRights());",
    to: '',
  },
];

/** Reports ready although the read models belong to another build. */
export const isReadyTooSoon: Breakage = {
  file: 'api/platform/eventsourcing/projecting/projection-health.js',
  from: "versionRole === 'foreign'",
  to: 'false',
};

/** Moves a checkpoint without checking the lease. */
export const withoutFencing: Breakage = {
  file: CHECKPOINTS,
  from: 'where reader = any ($6) and position = $7 and leader_epoch = $8 returning reader',
  to: 'where reader = any ($6) and $7::text is not null and $8::bigint is not null returning reader',
};

/** Serves a rebuilt read model before it contains the newest events. */
export const servesStaleReads: readonly Breakage[] = [
  {
    file: REBUILD,
    from: 'if (job.checkpoint.sequence < live.sequence) {',
    to: 'if (job.checkpoint.sequence < live.sequence - 5) {',
  },
  {
    file: REBUILD,
    from: 'waiting.slice(0, live.sequence - checkpoint.sequence)',
    to: 'waiting.slice(0, Math.max(0, live.sequence - 5 - checkpoint.sequence))',
  },
  {
    file: 'api/platform/eventsourcing/projecting/switch-to-rebuilt.js',
    from: 'await lockCheckpoint(client, rebuildReader, leaderEpoch, live);',
    to: '',
  },
];

/** Starts a rebuild over after every interruption. */
export const startsRebuildsOver: Breakage = {
  file: BEGIN_REBUILD,
  from: 'checkpoint.sequence > 0 && checkpoint.sequence <= live.sequence',
  to: 'false',
};

/** Makes the read model of courses fail at a course of this name. */
export const stopsAtPoisonEvent: Breakage = {
  file: COURSES,
  from: '            await applyOne(client, event);',
  to: "await (event.data.name === 'Poison' ? Promise.reject(new RangeError('cannot be applied')) : applyOne(client, event));",
};

/** Stops all read models at an event that one of them cannot apply. */
export const withoutParking: Breakage = {
  file: BATCH,
  from: 'return applyOneByOne(client, { projection, reader, parkedStreams }, events);',
  to: 'throw error;',
};

/** Reads from a replica without comparing its read models with those of the primary. */
export const trustsReplica: Breakage = {
  file: 'api/platform/eventsourcing/projecting/replica-reads.js',
  from: 'if (contains(reached, present))',
  to: 'if (reached.standby)',
};

/** Accepts events on another timeline without a new epoch. */
export const ignoresTimelines: readonly Breakage[] = [
  { file: 'api/platform/database/database.module.js', from: '(client) => epochs.admit(client)', to: 'undefined' },
  ...['e.stream, 0', 'e.stream, at_head'].map((next) => ({
    file: 'api/platform/eventsourcing/postgres/append-statements.js',
    from: `select (select log.current_epoch()), ${next}`,
    to: `select (select max(epoch) from log.epochs), ${next}`,
  })),
];

/** Forgets a recorded flight a moment before its outcome is recorded. */
export const forgetsFlightsEarly: Breakage = {
  file: 'api/features/scores/verify-flights/verify-flight.js',
  from: `if (await this.verify(attemptId))
                await this.waiting.remove(attemptId);`,
  to: `const known = await this.waiting.pool.query('delete from plain.flights_to_verify where attempt_id = $1', [attemptId]);
            if (known.rowCount === 0) return;
            await new Promise((resolve) => setTimeout(resolve, 200));
            if (await this.verify(attemptId)) return;`,
};
