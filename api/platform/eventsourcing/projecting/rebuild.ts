import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isPassingFailure } from '../../failures.js';
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

/** How often the leader looks whether a rebuild was asked for. */
const LOOK_EVERY_MS = 1_000;
/** A long write transaction hides new events from every reader of the log, so a rebuild works in short ones, about this long. */
const TRANSACTION_MS = 40;
const SWITCH_AGAIN_MS = 1_000;
/** Between the announcement of a switch and the switch the live read models go on, at this pace at least. */
const LOOK_UP_EVERY_MS = 20;
const SMALLEST_BATCH = 50;
const LARGEST_BATCH = 1_000;
/** Transactions of a lane in a step, at whose end lanes wait for each other. The live projector waits for a step. */
const BATCHES_A_STEP = 3;

/**
 * Read models written at the same time, each lane in a transaction of its own: while PostgreSQL works for one, node prepares
 * what others send. The costly read models stand beside each other, and so come into different lanes.
 */
const LANES = 4;

interface Lane {
  readonly targets: readonly ProjectionTarget[];
  checkpoint: Checkpoint;
}

interface Job {
  readonly lanes: readonly Lane[];
  readonly log: PrefetchingReader;
  /** Where every lane has arrived. */
  checkpoint: Checkpoint;
  /** Being applied; a lane that failed gets the same events once more. Never more than the live projector has applied itself. */
  current: readonly ProjectedEvent[];
  /** Read from the log, not yet begun. */
  waiting: readonly ProjectedEvent[];
  batch: number;
  /** When it may take the place of what serves; undefined before it was announced. */
  switchAt: number | undefined;
}

export interface RebuildOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly projections: ProjectionSet;
  /** How long before it serves another version is announced; 0 where no proxy needs to know. */
  readonly noticeMs: number;
  readonly onError: (error: unknown) => void;
}

export type RebuildStep = 'nothing to do' | 'working' | 'switched';

/** Catches projections up in the schema `rebuild`, a few short transactions a step, then puts them in the place of the live ones. */
export class Rebuild {
  private job: Job | undefined;
  private lookAgainAt = 0;

  constructor(
    private readonly options: RebuildOptions,
    private readonly leaderEpoch: bigint,
  ) {}

  /** Does one piece of work; `live` is how far the live projector has come. */
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

  /** Somebody who reads a table for long (a backup) may be in the way: then the work stays and the switch is tried again. */
  private async switch(job: Job, live: Checkpoint): Promise<RebuildStep> {
    try {
      await switchToRebuilt(this.options.pool, targetsOf(job), this.leaderEpoch, live);
    } catch (error) {
      if (!isPassingFailure(error)) throw error;
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

/** Twice as many or half as many at once at the most: a single slow batch says little. */
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
