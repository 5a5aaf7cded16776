import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isTransientFailure } from '../../failures.js';
import type { EventStore } from '../event-store.js';
import type { ProjectedEvent } from '../projection.js';
import { announceSwitch } from './announce-switch.js';
import type { ProjectionTarget } from './apply-batch.js';
import { beginRebuild, type RebuildTarget } from './begin-rebuild.js';
import type { Checkpoint } from './checkpoints.js';
import { PrefetchingReader } from './prefetching-reader.js';
import type { ProjectionSet } from './projection-set.js';
import { switchToRebuilt } from './switch-to-rebuilt.js';
import { numbered, writeRebuildBatch } from './write-batch.js';

/** Interval at which the leader checks for requested rebuilds. */
const LOOK_EVERY_MS = 1_000;
/** Target duration of a transaction. A long write transaction hides new events from all readers of the log. */
const TRANSACTION_MS = 40;
const SWITCH_AGAIN_MS = 1_000;
/** Longest pause in a step before the announced switch, so that the live read models stay current. */
const LOOK_UP_EVERY_MS = 20;
const SMALLEST_BATCH = 50;
const LARGEST_BATCH = 1_000;
/** Transactions per lane in one step. Lanes wait for each other at the end of a step, and the live projector waits for the step. */
const BATCHES_A_STEP = 3;

/**
 * Number of concurrent groups of read models, each with a transaction of its own. While PostgreSQL executes the statements of one
 * lane, node prepares those of others. Costly read models are adjacent in the list, and so are assigned to different lanes.
 */
const LANES = 4;

interface Lane {
  readonly targets: readonly ProjectionTarget[];
  checkpoint: Checkpoint;
}

interface Job {
  readonly lanes: readonly Lane[];
  readonly log: PrefetchingReader;
  /** Position that all lanes have reached. Some lanes are ahead of it after an interruption. */
  checkpoint: Checkpoint;
  /** Events read from the log, not yet being applied. */
  waiting: readonly ProjectedEvent[];
  batch: number;
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
  private lookAgainAt = 0;

  constructor(
    private readonly options: RebuildOptions,
    private readonly leaderEpoch: bigint,
  ) {}

  /** Performs one piece of work. `live` is the progress of the live projector. */
  async step(live: Checkpoint): Promise<RebuildStep> {
    try {
      this.job ??= await this.begin(live);
      return this.job ? await this.work(this.job, live) : 'nothing to do';
    } catch (error) {
      this.options.onError(error);
      this.job = undefined;
      return 'nothing to do';
    }
  }

  private async work(job: Job, live: Checkpoint): Promise<RebuildStep> {
    if (job.checkpoint.sequence < live.sequence) {
      await this.catchUp(job, live);
      return 'working';
    }
    if (!(await this.isDue(job))) return 'working';
    return this.switch(job, live);
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
    if (Date.now() < this.lookAgainAt) return undefined;
    this.lookAgainAt = Date.now() + LOOK_EVERY_MS;
    const { pool, store, projections } = this.options;
    const requested = await projections.toRebuild(pool);
    if (requested.length === 0) return undefined;
    const lanes = lanesOf(await beginRebuild(pool, store, requested, this.leaderEpoch, live));
    const checkpoint = earliest(lanes);
    return {
      lanes,
      log: new PrefetchingReader(store.readAll(checkpoint.position), LARGEST_BATCH * BATCHES_A_STEP),
      checkpoint,
      waiting: [],
      batch: SMALLEST_BATCH * 4,
      switchAt: undefined,
    };
  }

  private async catchUp(job: Job, live: Checkpoint): Promise<void> {
    const events = await this.takeEvents(job, live);
    if (events.length === 0) return;
    const started = performance.now();
    const outcomes = await Promise.allSettled(job.lanes.map((lane) => this.advance(lane, events, job.batch)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    const batches = Math.ceil(events.length / job.batch);
    job.checkpoint = earliest(job.lanes);
    job.batch = nextBatch(job.batch, (performance.now() - started) / batches);
  }

  /** Never takes events that the live projector has not applied yet. */
  private async takeEvents(job: Job, live: Checkpoint): Promise<readonly ProjectedEvent[]> {
    const atMost = job.batch * BATCHES_A_STEP;
    if (job.waiting.length < atMost) {
      const arrived = job.waiting.at(-1)?.sequence ?? job.checkpoint.sequence;
      job.waiting = [...job.waiting, ...numbered(await job.log.next(), arrived)];
    }
    const events = job.waiting.slice(0, Math.min(atMost, live.sequence - job.checkpoint.sequence));
    job.waiting = job.waiting.slice(events.length);
    return events;
  }

  /** Applies the events after the lane's checkpoint. */
  private async advance(lane: Lane, events: readonly ProjectedEvent[], batch: number): Promise<void> {
    const { leaderEpoch } = this;
    const fresh = events.filter(({ sequence }) => sequence > lane.checkpoint.sequence);
    for (let done = 0; done < fresh.length; done += batch) {
      const { targets, checkpoint: from } = lane;
      const next = { events: fresh.slice(done, done + batch), from, targets, leaderEpoch };
      lane.checkpoint = await writeRebuildBatch(this.options.pool, next);
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
  const lanes = new Map<string, { targets: ProjectionTarget[]; checkpoint: Checkpoint }>();
  for (const [index, { checkpoint, ...target }] of targets.entries()) {
    const key = `${index % LANES} ${checkpoint.sequence}`;
    const lane = lanes.get(key) ?? { targets: [], checkpoint };
    lane.targets.push(target);
    lanes.set(key, lane);
  }
  return [...lanes.values()];
}
