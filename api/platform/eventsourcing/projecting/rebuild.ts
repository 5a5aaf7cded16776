import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isTooSlow, isTransientFailure } from '../../failures.js';
import type { EventStore } from '../event-store.js';
import type { ProjectedEvent } from '../projection.js';
import { announceSwitch } from './announce-switch.js';
import type { ProjectionTarget } from './apply-batch.js';
import { beginRebuild, type RebuildTarget } from './begin-rebuild.js';
import type { Checkpoint } from './checkpoints.js';
import { PrefetchingReader } from './prefetching-reader.js';
import type { ProjectionSet } from './projection-set.js';
import { switchToRebuilt } from './switch-to-rebuilt.js';
import { finishRebuild, numbered, writeRebuildBatch } from './write-batch.js';

/** Interval at which the leader checks for requested rebuilds. */
const LOOK_EVERY_MS = 1_000;
/** A step that was too slow is repeated after this many times its duration, because a long transaction holds up all readers of the log. */
const REST = 10;
/** Target duration of a transaction. A long write transaction hides new events from all readers of the log. */
const TRANSACTION_MS = 40;
const SWITCH_AGAIN_MS = 1_000;
/** Longest pause in a step before the announced switch, so that the live read models stay current. */
const LOOK_UP_EVERY_MS = 20;
const SMALLEST_BATCH = 50;
const FIRST_BATCH = 200;
const LARGEST_BATCH = 1_000;
/** Longest time in which lanes begin transactions. Lanes wait for each other at the end of a step, and the live projector waits for it. */
const STEP_MS = 120;
/** Events that are read at once, and how far a lane may be ahead of the slowest one: twice as many. */
const READ_AHEAD = 3_000;

/**
 * Number of concurrent groups of read models, each with a transaction of its own. While PostgreSQL executes the statements of one
 * lane, node prepares those of others. Costly read models should be adjacent in the list, so that they are assigned to different lanes.
 */
const LANES = 5;

interface Lane {
  readonly targets: readonly ProjectionTarget[];
  checkpoint: Checkpoint;
  /** Events in a transaction, adapted to the cost of the lane. */
  batch: number;
}

interface Job {
  readonly lanes: readonly Lane[];
  readonly log: PrefetchingReader;
  /** Position that all lanes have reached. Fast lanes are ahead of it. */
  checkpoint: Checkpoint;
  /** Events after that position, as far as they have been read. */
  waiting: readonly ProjectedEvent[];
  /** Whether no rows are left to be derived from those of the events so far. */
  isFinished: boolean;
  /** When the rebuilt tables may replace the live ones; undefined before the announcement. */
  switchAt: number | undefined;
}

export interface RebuildOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly projections: ProjectionSet;
  /** Time between announcing and serving another version, in ms; 0 where no proxy needs to know. */
  readonly noticeMs: number;
  readonly onError: (error: unknown) => void;
}

export type RebuildStep = 'nothing to do' | 'working' | 'switched';

/**
 * Catches up projections in the schema `rebuild`, a few short transactions per step, then replaces the live tables. After a failure,
 * or under the next leader, it resumes from the stored checkpoints. Its failures do not stop the live projector.
 */
export class Rebuild {
  private job: Job | undefined;
  private lookAgainAt = -Infinity;

  constructor(
    private readonly options: RebuildOptions,
    private readonly leaderEpoch: bigint,
  ) {}

  /** Performs one piece of work. `live` is the progress of the live projector. */
  async step(live: Checkpoint): Promise<RebuildStep> {
    const started = performance.now();
    try {
      this.job ??= await this.begin(live);
      return this.job ? await this.work(this.job, live) : 'nothing to do';
    } catch (error) {
      this.options.onError(error);
      this.job = undefined;
      const ended = performance.now();
      if (isTooSlow(error)) this.lookAgainAt = ended + REST * (ended - started);
      return 'nothing to do';
    }
  }

  private async work(job: Job, live: Checkpoint): Promise<RebuildStep> {
    if (job.checkpoint.sequence < live.sequence) {
      job.isFinished = false;
      await this.catchUp(job, live);
      return 'working';
    }
    job.isFinished ||= await this.finish(job);
    if (!job.isFinished) return 'working';
    if (!(await this.isDue(job))) return 'working';
    return this.switch(job, live);
  }

  /** Derives a portion of the rows that were left out. Returns whether none is left. */
  private async finish(job: Job): Promise<boolean> {
    for (const target of targetsOf(job)) {
      if (await finishRebuild(this.options.pool, target, this.leaderEpoch)) return false;
    }
    return true;
  }

  private async isDue(job: Job): Promise<boolean> {
    if (job.switchAt === undefined) {
      const { pool, noticeMs } = this.options;
      const isAnnounced =
        noticeMs > 0 &&
        (await announceSwitch(
          pool,
          targetsOf(job).map(({ projection }) => projection),
        ));
      job.switchAt = performance.now() + (isAnnounced ? noticeMs : 0);
    }
    const left = job.switchAt - performance.now();
    if (left > 0) await delay(Math.min(left, LOOK_UP_EVERY_MS));
    return left <= 0;
  }

  /** A long read of a table (a backup) may block the switch. The rebuilt tables are then kept and the switch is retried. */
  private async switch(job: Job, live: Checkpoint): Promise<RebuildStep> {
    try {
      await switchToRebuilt(this.options.pool, targetsOf(job), this.leaderEpoch, live);
    } catch (error) {
      if (!isTransientFailure(error)) throw error;
      this.options.onError(error);
      await delay(SWITCH_AGAIN_MS);
      return 'working';
    }
    this.job = undefined;
    return 'switched';
  }

  /** Checks at intervals for requested rebuilds, including one that has failed. */
  private async begin(live: Checkpoint): Promise<Job | undefined> {
    if (performance.now() < this.lookAgainAt) return undefined;
    this.lookAgainAt = performance.now() + LOOK_EVERY_MS;
    const { pool, store, projections } = this.options;
    const requested = await projections.toRebuild(pool);
    if (requested.length === 0) return undefined;
    const lanes = lanesOf(await beginRebuild(pool, store, requested, this.leaderEpoch, live));
    const checkpoint = earliest(lanes);
    return {
      lanes,
      log: new PrefetchingReader(store.readAll(checkpoint.position), READ_AHEAD),
      checkpoint,
      waiting: [],
      isFinished: false,
      switchAt: undefined,
    };
  }

  private async catchUp(job: Job, live: Checkpoint): Promise<void> {
    if (job.waiting.length < READ_AHEAD) {
      const arrived = job.waiting.at(-1)?.sequence ?? job.checkpoint.sequence;
      job.waiting = [...job.waiting, ...numbered(await job.log.next(), arrived)];
    }
    const until = performance.now() + STEP_MS;
    const outcomes = await Promise.allSettled(job.lanes.map((lane) => this.advance(lane, job, live, until)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    const { sequence: before } = job.checkpoint;
    job.checkpoint = earliest(job.lanes);
    job.waiting = job.waiting.slice(job.checkpoint.sequence - before);
  }

  /** Applies waiting events to one lane, and none that the live projector has not applied yet. */
  private async advance(lane: Lane, { waiting, checkpoint }: Job, live: Checkpoint, until: number): Promise<void> {
    const { pool } = this.options;
    const { leaderEpoch } = this;
    const applied = waiting.slice(0, live.sequence - checkpoint.sequence);
    for (let started = performance.now(); started < until; started = performance.now()) {
      const { targets, checkpoint: from, batch } = lane;
      const done = from.sequence - checkpoint.sequence;
      const events = applied.slice(done, done + batch);
      if (events.length === 0) return;
      lane.checkpoint = await writeRebuildBatch(pool, { events, from, targets, leaderEpoch });
      if (events.length === batch) lane.batch = nextBatch(batch, performance.now() - started);
    }
  }
}

/** Limits the change to a factor of two, because a single slow batch means little. */
function nextBatch(batch: number, took: number): number {
  const factor = Math.min(2, Math.max(0.5, TRANSACTION_MS / took));
  return Math.min(LARGEST_BATCH, Math.max(SMALLEST_BATCH, Math.round(batch * factor)));
}

const targetsOf = (job: Job): readonly ProjectionTarget[] => job.lanes.flatMap((lane) => lane.targets);

const earliest = (lanes: readonly Lane[]): Checkpoint =>
  lanes.map(({ checkpoint }) => checkpoint).reduce((first, each) => (each.sequence < first.sequence ? each : first));

/** The read models of a lane advance together, so those that were interrupted at different checkpoints get lanes of their own. */
function lanesOf(targets: readonly RebuildTarget[]): Lane[] {
  const lanes = new Map<string, Lane & { targets: ProjectionTarget[] }>();
  for (const [index, { checkpoint, ...target }] of targets.entries()) {
    const key = `${index % LANES} ${checkpoint.sequence}`;
    const lane = lanes.get(key) ?? { targets: [], checkpoint, batch: FIRST_BATCH };
    lane.targets.push(target);
    lanes.set(key, lane);
  }
  return [...lanes.values()];
}
