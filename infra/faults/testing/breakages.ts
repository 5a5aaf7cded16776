import type { Breakage } from './broken-build.js';

const SUBMIT = 'api/features/scores/submit-score/submit-score.controller.js';
const HANDLER = 'api/features/scores/submit-score/submit-score.handler.js';
const LEASE = 'api/platform/eventsourcing/projecting/lease.js';
const CHECKPOINTS = 'api/platform/eventsourcing/projecting/checkpoints.js';
const REBUILD = 'api/platform/eventsourcing/projecting/rebuild.js';
const COURSES = 'api/features/courses/courses.projection.js';
const BATCH = 'api/platform/eventsourcing/projecting/apply-batch.js';

/** Says yes to a score, and stores it half a second later. */
export const acknowledgesBeforeStoring: Breakage = {
  file: SUBMIT,
  from: 'const { repeated, ...response } = await this.submitScore.execute(new SubmitScore(body, actor, context));',
  to: `const repeated = false, response = { attemptId: body.attemptId, version: 0 };
    setTimeout(() => this.submitScore.execute(new SubmitScore(body, actor, context)).catch(() => undefined), 500);`,
};

/** Every try of an attempt is a new one. */
export const storesRepeatsAgain: readonly Breakage[] = [
  {
    file: HANDLER,
    from: 'const stream = attemptStream.of(event.data.attemptId);',
    to: 'const stream = attemptStream.of(crypto.randomUUID());',
  },
  {
    file: HANDLER,
    from: 'await this.handIn(command, eventId)',
    to: 'await this.handIn(command, crypto.randomUUID())',
  },
];

/** A leader that says nothing is waited for four seconds longer. */
export const waitsLongForALeader: Breakage = {
  file: LEASE,
  from: 'const EXPIRES_AFTER_SECONDS = 4;',
  to: 'const EXPIRES_AFTER_SECONDS = 8;',
};

/** What somebody may do is remembered for ten seconds, and no other node says that it has changed. */
export const remembersRights: readonly Breakage[] = [
  { file: 'api/platform/auth/actors.js', from: 'const TTL_MS = 1_000;', to: 'const TTL_MS = 10_000;' },
  {
    file: 'api/features/people/user-administration/fresh-rights.js',
    from: "this.live.onChange('person', (userId) => this.actors.forgetRights(userId));",
    to: '',
  },
];

/** A node says that it is ready although its read models are of another build. */
export const isReadyTooSoon: Breakage = {
  file: 'api/platform/eventsourcing/projecting/projection-health.js',
  from: "standing === 'foreign'",
  to: 'false',
};

/** Whoever moves a checkpoint is not asked whether it is still theirs. */
export const doesNotFence: Breakage = {
  file: CHECKPOINTS,
  from: 'where reader = any ($6) and position = $7 and leader_epoch = $8 returning reader',
  to: 'where reader = any ($6) and $7::text is not null and $8::bigint is not null returning reader',
};

/** What was rebuilt serves before it holds the newest events. */
export const servesWhatIsBehind: readonly Breakage[] = [
  {
    file: REBUILD,
    from: 'if (this.job.checkpoint.sequence < live.sequence) {',
    to: 'if (this.job.checkpoint.sequence < live.sequence - 5) {',
  },
  {
    file: REBUILD,
    from: 'live.sequence - job.checkpoint.sequence));',
    to: 'live.sequence - 5 - job.checkpoint.sequence));',
  },
];

/** The read model of courses cannot digest a course of this name. */
export const chokesOnPoison: Breakage = {
  file: COURSES,
  from: '            await applyOne(client, event);',
  to: "await (event.data.name === 'Poison' ? Promise.reject(new RangeError('not digested')) : applyOne(client, event));",
};

/** What a read model cannot digest stops all of them. */
export const doesNotPark: Breakage = {
  file: BATCH,
  from: 'return applyOneByOne(client, { projection, reader, parkedStreams }, events);',
  to: 'throw error;',
};

/** A connection to another timeline opens no epoch, and events are accepted on it. */
export const ignoresTimelines: readonly Breakage[] = [
  { file: 'api/platform/database/database.module.js', from: '(client) => epochs.admit(client)', to: 'undefined' },
  ...['e.stream, 0', 'e.stream, at_head'].map((next) => ({
    file: 'api/platform/eventsourcing/postgres/append-statements.js',
    from: `select (select log.current_epoch()), ${next}`,
    to: `select (select max(epoch) from log.epochs), ${next}`,
  })),
];
