import type { Pool } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '../event-store.js';
import type { Tracer } from '../../tracing/tracer.js';
import type { RecordedEvent } from '../message.js';
import { type Checkpoint, createCheckpoints, loadCheckpoint, LogChanged, readersAt } from './checkpoints.js';
import { loadParkedStreams } from './dead-letters.js';
import { withdrawAnnouncements } from './announce-switch.js';
import type { ProjectionTarget } from './apply-batch.js';
import { ensureRebuild, type ProjectionSet } from './projection-set.js';
import { readerOf } from './projection-tables.js';
import { Rebuild } from './rebuild.js';
import { PrefetchingReader } from './prefetching-reader.js';
import { resetReadModels } from './reset-read-models.js';
import { StreamGap } from './stream-heads.js';
import { PROJECTOR, type SingleEventStreams, writeLiveBatch } from './write-batch.js';

const BATCH = 1_000;
/** Longest wait for events, after which requested rebuilds are looked for. */
const LONGEST_WAIT_MS = 1_000;
const RETRY_MS = 500;

export interface ProjectorOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  /** The log to follow, see {@link SharedLog}. */
  readonly log: Pick<EventStore, 'readAll'>;
  readonly projections: ProjectionSet;
  readonly isSingleEventStream: SingleEventStreams;
  /** Called after each committed batch. */
  readonly onProjected: (checkpoint: Checkpoint) => void;
  readonly onError: (error: unknown) => void;
  /** See `RebuildOptions`. */
  readonly noticeMs: number;
  readonly tracer?: Tracer | null;
}

/**
 * Follows the log and updates all read models, each batch in one fenced transaction. Runs only on the leader. A failure is retried
 * from the stored checkpoint. A gap in a stream stops the projector with an error. When the log was restored to an earlier point,
 * it waits until the operator requests a rebuild of all read models.
 */
export class Projector {
  constructor(private readonly options: ProjectorOptions) {}

  /** Runs until `signal` aborts. @throws StreamGap */
  async run(leaderEpoch: bigint, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.follow(leaderEpoch, signal);
      } catch (error) {
        if (error instanceof StreamGap) throw error;
        // Also retries after Fenced: a crash of the database may have set the checkpoints back. A newer leader fences every further try.
        this.options.onError(error);
        if (error instanceof LogChanged) await this.rebuildIfRequested(leaderEpoch).catch(this.options.onError);
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private async rebuildIfRequested(leaderEpoch: bigint): Promise<void> {
    const { pool, store, projections } = this.options;
    await resetReadModels(pool, store, projections, leaderEpoch);
  }

  private async follow(leaderEpoch: bigint, signal: AbortSignal): Promise<void> {
    const { pool, store, log: shared } = this.options;
    await createCheckpoints(pool, [PROJECTOR], leaderEpoch);
    await withdrawAnnouncements(pool);
    let checkpoint = await loadCheckpoint(pool, store, PROJECTOR);
    let targets = await this.loadTargets(leaderEpoch, checkpoint);
    const rebuild = new Rebuild(this.options, leaderEpoch);
    const log = new PrefetchingReader(shared.readAll(checkpoint.position), BATCH);
    while (!signal.aborted) {
      const events = await log.next();
      if (events.length > 0) checkpoint = await this.write(events, checkpoint, targets, leaderEpoch);
      const rebuilding = await rebuild.step(checkpoint);
      if (rebuilding === 'switched') targets = await this.loadTargets(leaderEpoch, checkpoint);
      if (events.length === BATCH || rebuilding !== 'nothing to do') continue;
      await log.waitForMore(LONGEST_WAIT_MS);
    }
    await log.close();
  }

  private async write(
    events: readonly RecordedEvent[],
    from: Checkpoint,
    targets: readonly ProjectionTarget[],
    leaderEpoch: bigint,
  ): Promise<Checkpoint> {
    const { pool, isSingleEventStream, onProjected, tracer } = this.options;
    const batch = { events, from, targets, leaderEpoch };
    const checkpoint = await (tracer
      ? tracer.follow('project', tracesOf(events), { 'ready_room.events': events.length }, (traceparent) =>
          writeLiveBatch(pool, { ...batch, traceparent }, isSingleEventStream),
        )
      : writeLiveBatch(pool, batch, isSingleEventStream));
    onProjected(checkpoint);
    return checkpoint;
  }

  /**
   * Returns the live projections. Each has its own checkpoint, and all checkpoints advance together. A projection with a different
   * checkpoint is rebuilt first: it was unknown to another build that led meanwhile.
   */
  private async loadTargets(leaderEpoch: bigint, checkpoint: Checkpoint): Promise<ProjectionTarget[]> {
    const { pool, projections } = this.options;
    const live = await projections.live(pool);
    await createCheckpoints(pool, live.map(readerOf), leaderEpoch, checkpoint);
    const together = await readersAt(pool, live.map(readerOf), checkpoint);
    const apart = live.filter((projection) => !together.has(readerOf(projection)));
    await ensureRebuild(
      pool,
      apart.map((projection) => projection.name),
    );
    return Promise.all(
      live
        .filter((projection) => !apart.includes(projection))
        .map(async (projection) => ({
          projection,
          reader: readerOf(projection),
          parkedStreams: await loadParkedStreams(pool, readerOf(projection)),
        })),
    );
  }
}

const tracesOf = (events: readonly RecordedEvent[]): string[] => [
  ...new Set(events.flatMap(({ metadata }) => metadata.traceparent ?? [])),
];
