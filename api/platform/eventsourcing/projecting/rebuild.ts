import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isTransientFailure } from '../../failures.js';
import { inTransaction } from '../../database/transaction.js';
import type { EventStore } from '../event-store.js';
import { LOG_START } from '../message.js';
import type { ProjectedEvent, Projection } from '../projection.js';
import { announceSwitch } from './announce-switch.js';
import type { ProjectionTarget } from './apply-batch.js';
import { type Checkpoint, createCheckpoints } from './checkpoints.js';
import { PrefetchingReader } from './prefetching-reader.js';
import type { ProjectionSet } from './projection-set.js';
import { createTables } from './projection-tables.js';
import { rebuildReaderOf, switchToRebuilt } from './switch-to-rebuilt.js';
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
  /** Position that all lanes have reached. */
  checkpoint: Checkpoint;
  /** Events being applied; a failed lane gets them again. Never beyond the events that the live projector has applied. */
  current: readonly ProjectedEvent[];
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

/** Catches up projections in the schema `rebuild`, a few short transactions per step, then replaces the live tables. */
export class Rebuild {
  private job: Job | undefined;
  private lookAgainAt = 0;

  constructor(
    private readonly options: RebuildOptions,
    private readonly leaderEpoch: bigint,
  ) {}

  /** Performs one piece of work. `live` is the progress of the live projector. */
  async step(live: Checkpoint): Promise<RebuildStep> {
    if (!this.job) {
      if (Date.now() < this.lookAgainAt) return 'nothing to do';
      this.lookAgainAt = Date.now() + LOOK_EVERY_MS;
      const asked = await this.options.projections.toRebuild(this.options.pool);
      if (asked.length === 0) return 'nothing to do';
      this.job = await this.begin(asked);
    }
    if (this.job.checkpoint.sequence < live.sequence) {
      await this.catchUp(this.job, live);
      return 'working';
    }
    if (!(await this.isDue(this.job))) return 'working';
    return this.switch(this.job, live);
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

  private async begin(projections: readonly Projection[]): Promise<Job> {
    await inTransaction(this.options.pool, async (client) => {
      for (const projection of projections) await createTables(client, projection, 'rebuild');
      const readers = projections.map(rebuildReaderOf);
      await client.query('delete from plain.checkpoints where reader = any ($1)', [readers]);
      await client.query('delete from plain.dead_letters where reader = any ($1)', [readers]);
      await createCheckpoints(client, readers, this.leaderEpoch);
    });
    const checkpoint = { position: LOG_START, sequence: 0 };
    return {
      lanes: lanesOf(projections).map((targets) => ({ targets, checkpoint })),
      log: new PrefetchingReader(this.options.store.readAll(LOG_START), LARGEST_BATCH * BATCHES_A_STEP),
      checkpoint,
      current: [],
      waiting: [],
      batch: SMALLEST_BATCH * 4,
      switchAt: undefined,
    };
  }

  private async catchUp(job: Job, live: Checkpoint): Promise<void> {
    if (job.current.length === 0) await this.takeEvents(job, live);
    if (job.current.length === 0) return;
    const started = performance.now();
    const arrival = job.checkpoint.sequence + job.current.length;
    const behind = job.lanes.filter((lane) => lane.checkpoint.sequence < arrival);
    const outcomes = await Promise.allSettled(behind.map((lane) => this.advance(lane, job)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    const batches = Math.ceil(job.current.length / job.batch);
    job.checkpoint = job.lanes[0]!.checkpoint;
    job.current = [];
    job.batch = nextBatch(job.batch, (performance.now() - started) / batches);
  }

  private async takeEvents(job: Job, live: Checkpoint): Promise<void> {
    const atMost = job.batch * BATCHES_A_STEP;
    if (job.waiting.length < atMost) {
      const arrived = job.waiting.at(-1)?.sequence ?? job.checkpoint.sequence;
      job.waiting = [...job.waiting, ...numbered(await job.log.next(), arrived)];
    }
    job.current = job.waiting.slice(0, Math.min(atMost, live.sequence - job.checkpoint.sequence));
    job.waiting = job.waiting.slice(job.current.length);
  }

  private async advance(lane: Lane, { current, batch, checkpoint: begin }: Job): Promise<void> {
    for (;;) {
      const { targets, checkpoint: from } = lane;
      const done = from.sequence - begin.sequence;
      const events = current.slice(done, done + batch);
      if (events.length === 0) return;
      const { leaderEpoch } = this;
      lane.checkpoint = await writeRebuildBatch(this.options.pool, { events, from, targets, leaderEpoch });
    }
  }
}

/** Limits the change to a factor of two, because a single slow batch means little. */
function nextBatch(batch: number, took: number): number {
  const factor = Math.min(2, Math.max(0.5, TRANSACTION_MS / took));
  return Math.min(LARGEST_BATCH, Math.max(SMALLEST_BATCH, Math.round(batch * factor)));
}

const targetsOf = (job: Job): readonly ProjectionTarget[] => job.lanes.flatMap((lane) => lane.targets);

function lanesOf(projections: readonly Projection[]): ProjectionTarget[][] {
  const targets = projections.map((projection) => ({
    projection,
    reader: rebuildReaderOf(projection),
    parkedStreams: new Set<string>(),
  }));
  const lanes = Array.from({ length: LANES }, (_, lane) => targets.filter((_target, index) => index % LANES === lane));
  return lanes.filter((lane) => lane.length > 0);
}
