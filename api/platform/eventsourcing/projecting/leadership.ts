import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../../config.js';
import { ClockGuard } from '../../database/clock-guard.js';
import { EpochWatch } from '../../database/epoch-watch.js';
import { Hints } from '../../database/hints.js';
import { POOL } from '../../database/pool.js';
import { FaultLog } from '../../ops/fault-log.js';
import { Metrics } from '../../ops/metrics.js';
import { NodeIdentity } from '../../ops/node-identity.js';
import { TRACER, type Tracer } from '../../tracing/tracer.js';
import { EVENT_STORE, type EventStore } from '../event-store.js';
import { LogAdoption } from '../log-adoption.js';
import { LOG, type Log } from '../log.js';
import { LOG_CHANNEL, PROJECTIONS_CHANNEL } from '../../database/wake-ups.js';
import { Candidacy } from './candidacy.js';
import { Leader, type LeaderTask, type Leading } from './leader.js';
import { ProjectionSet } from './projection-set.js';
import { Projector } from './projector.js';
import { runReactors } from './reactor.js';
import { ReactorRegistry } from './reactor-registry.js';
import { replayParked } from './replay-parked.js';
import { SharedLog } from './shared-log.js';
import type { SingleEventStreams } from './write-batch.js';

/** Injection token of the predicate for streams with one event by design. */
export const SINGLE_EVENT_STREAMS = Symbol('SingleEventStreams');

/** Longest time that nodes of the new build delay requests before they serve: no longer than people wait. */
const LONGEST_NOTICE_MS = 2_500;

/** Takes part in the election on a worker, and runs projector, reactors and other leader tasks while it leads. */
@Injectable()
export class Leadership implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly faults = new FaultLog(new Logger(Leadership.name));
  private readonly moreTasks: LeaderTask[] = [];
  private readonly onError = (error: unknown): void => this.faults.report(error);
  private leader: Leader | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LOG) private readonly log: Log,
    @Inject(SINGLE_EVENT_STREAMS) private readonly isSingleEventStream: SingleEventStreams,
    private readonly adoption: LogAdoption,
    private readonly projections: ProjectionSet,
    private readonly reactors: ReactorRegistry,
    private readonly hints: Hints,
    private readonly node: NodeIdentity,
    private readonly clock: ClockGuard,
    @Inject(TRACER) private readonly tracer: Tracer | null,
    epochs: EpochWatch,
    metrics: Metrics,
  ) {
    // Events that were read may be lost, along with the positions of readers.
    epochs.onChange(() => this.leader?.stepDown());
    metrics.gauge('ready_room_leader', (gauge) => gauge.set(this.leading ? 1 : 0));
  }

  /** The current leadership; undefined while another node leads. */
  get leading(): Leading | undefined {
    return this.leader?.leading;
  }

  /** Adds a task of the leader. Call it in `onModuleInit`. */
  addTask(task: LeaderTask): void {
    this.moreTasks.push(task);
  }

  onApplicationBootstrap(): void {
    if (!this.config.roles.includes('worker')) return;
    const { pool, store, onError } = this;
    const leader = new Leader({
      pool,
      nodeId: this.node.id,
      candidacy: new Candidacy(pool, this.node.id, this.projections),
      isClockWrong: () => this.clock.isWrong,
      isLogRecognized: () => this.log.recognition?.isRecognized ?? true,
      onError,
      tasks: [
        (epoch, signal) => this.followLog(epoch, signal),
        (_epoch, signal) => replayParked(this.reactors.all, { pool, store, onError }, signal),
        ...this.moreTasks,
      ],
    });
    this.leader = leader;
    this.adoption.onAdopted(() => leader.start());
  }

  async onModuleDestroy(): Promise<void> {
    const stopped = this.leader?.stop();
    // Wakes tasks that wait for events, so that they see the aborted signal.
    this.hints.give(LOG_CHANNEL);
    await stopped;
  }

  /** Runs the projector and the reactors. They read the log together, and neither waits for the other. */
  private async followLog(leaderEpoch: bigint, signal: AbortSignal): Promise<void> {
    const { pool, store, onError } = this;
    const log = new SharedLog(store, undefined, this.config.readLogEveryMs);
    const projector = new Projector({
      pool,
      store,
      log,
      projections: this.projections,
      isSingleEventStream: this.isSingleEventStream,
      tracer: this.tracer,
      noticeMs: Math.min(this.config.stopDelayMs, LONGEST_NOTICE_MS),
      onProjected: () => this.hints.give(PROJECTIONS_CHANNEL),
      onError,
    });
    await Promise.all([
      projector.run(leaderEpoch, signal).catch(onError),
      runReactors(this.reactors.all, { pool, store, log, onError }, leaderEpoch, signal),
    ]);
  }
}
