import { type DynamicModule, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { secretValues } from '../../config-settings.js';
import { CONFIG, type Config } from '../../config.js';
import { EpochWatch } from '../database/epoch-watch.js';
import { Hints } from '../database/hints.js';
import { retryWhileUnavailable } from '../database/retry-while-unavailable.js';
import { POOL } from '../database/pool.js';
import { type Reads, REPLICA_READS } from '../database/reads.js';
import { Replica } from '../database/replica.js';
import { Metrics } from '../ops/metrics.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';
import { TRACER, type Tracer } from '../tracing/tracer.js';
import { AdoptedEventStore } from './adopted-event-store.js';
import { ClaimsSweep } from './claims-sweep.js';
import { Claims } from './claims.js';
import { Commands } from './commands.js';
import { ErasedSubjects } from './erased-subjects.js';
import { EVENT_STORE, type EventStore } from './event-store.js';
import { HistoryWriter } from './history-writer.js';
import { LogAdoption } from './log-adoption.js';
import { assertLogEngine, claimLogEngine, type LogEngine, logEngineOf } from './log-location.js';
import { BACKLOG_OF, type BacklogOf, LOG, type Log, openLog } from './log.js';
import { MeasuredEventStore } from './measured-event-store.js';
import { PastEvents } from './past-events.js';
import { PersonalDataVault } from './personal-data.js';
import { EncryptingEventStore } from './encrypting-event-store.js';
import { SubjectKeys } from './personal-data-keys.js';
import { adoptCheckpoints } from './projecting/adopt-checkpoints.js';
import { FollowedChanges } from './projecting/followed-changes.js';
import { Leadership, SINGLE_EVENT_STREAMS } from './projecting/leadership.js';
import { Progress } from './projecting/progress.js';
import { ProjectionHealth } from './projecting/projection-health.js';
import { ProjectionSet } from './projecting/projection-set.js';
import { ReactorProgress } from './projecting/reactor-progress.js';
import { ReactorRegistry } from './projecting/reactor-registry.js';
import { ReplicaReads } from './projecting/replica-reads.js';
import { ServedVersions } from './projecting/served-versions.js';
import { ReadModelPositions } from './projecting/read-model-positions.js';
import type { Projection } from './projection.js';
import { LogWatch } from './recognizing/log-watch.js';
import { type EventSchemas, SchemaCheckingEventStore } from './schema-checking-event-store.js';
import { LogSealing } from './sealing/log-sealing.js';
import { SealAnchoring } from './sealing/seal-anchoring.js';
import { StreamSet } from './stream-set.js';

export interface EventSourcingOptions {
  readonly projections: readonly Projection[];
  /** All kinds of stream. Event fields that no definition declares as personal are stored unencrypted. */
  readonly streams: StreamSet;
  /** Set by tests: every append is checked against these schemas. */
  readonly schemas?: EventSchemas | undefined;
  /** True when the check before the start found that the log does not answer: the start does not wait for it. */
  readonly isLogAway?: boolean | undefined;
}

/** The log, its projections and reactors, and the election of the leader that runs them. */
@Module({})
export class EventSourcingModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(LOG) private readonly log: Log,
    @Inject(CONFIG) private readonly config: Config,
    private readonly projections: ProjectionSet,
    private readonly adoption: LogAdoption,
  ) {}

  static forRoot({ projections, streams, schemas, isLogAway = false }: EventSourcingOptions): DynamicModule {
    return {
      module: EventSourcingModule,
      global: true,
      providers: [
        {
          provide: LOG,
          inject: [POOL, Hints, CONFIG],
          useFactory: (pool: Pool, hints: Hints, { kurrentDb }: Config) => openLog(pool, hints, kurrentDb),
        },
        { provide: LogAdoption, inject: [LOG], useFactory: (log: Log) => new LogAdoption(log, isLogAway) },
        {
          provide: BACKLOG_OF,
          inject: [LOG, LogAdoption],
          useFactory: ({ backlogOf }: Log, adoption: LogAdoption): BacklogOf | null =>
            backlogOf
              ? async (position, most) => {
                  adoption.assertAdopted();
                  return backlogOf(position, most);
                }
              : null,
        },
        {
          provide: SubjectKeys,
          inject: [POOL, CONFIG, EpochWatch],
          useFactory: (pool: Pool, { secrets }: Config, epochs: EpochWatch) => {
            const keys = new SubjectKeys(pool, secretValues(secrets.MASTER_KEY!));
            epochs.onChange(() => keys.forgetAll());
            return keys;
          },
        },
        {
          provide: PersonalDataVault,
          inject: [SubjectKeys],
          useFactory: (keys: SubjectKeys) => new PersonalDataVault(keys, streams.personalData),
        },
        {
          provide: HistoryWriter,
          inject: [LOG, PersonalDataVault],
          useFactory: (log: Log, vault: PersonalDataVault) => new HistoryWriter(log.store, log.writer, vault, schemas),
        },
        {
          provide: EVENT_STORE,
          inject: [LOG, LogAdoption, PersonalDataVault, Metrics, ReadinessChecks, TRACER],
          useFactory: (
            log: Log,
            adoption: LogAdoption,
            vault: PersonalDataVault,
            metrics: Metrics,
            checks: ReadinessChecks,
            tracer: Tracer | null,
          ) => {
            // A log in PostgreSQL is never away without its database.
            const adopted = log.findOutage ? new AdoptedEventStore(log.store, adoption) : log.store;
            const store = new EncryptingEventStore(new MeasuredEventStore(adopted, metrics, checks, tracer), vault);
            return schemas ? new SchemaCheckingEventStore(store, schemas) : store;
          },
        },
        {
          provide: Claims,
          inject: [POOL, EVENT_STORE, CONFIG],
          useFactory: (pool: Pool, store: EventStore, { secrets }: Config) =>
            new Claims(pool, store, secretValues(secrets.HMAC_KEY!)),
        },
        ClaimsSweep,
        {
          provide: REPLICA_READS,
          inject: [POOL, Replica, Metrics],
          useFactory: (pool: Pool, replica: Replica | null, metrics: Metrics): Reads =>
            replica ? new ReplicaReads(pool, replica, metrics) : pool,
        },
        { provide: ProjectionSet, useValue: new ProjectionSet(projections) },
        { provide: SINGLE_EVENT_STREAMS, useValue: streams.holdsOneEvent },
        { provide: StreamSet, useValue: streams },
        Commands,
        ErasedSubjects,
        FollowedChanges,
        Leadership,
        LogSealing,
        LogWatch,
        PastEvents,
        SealAnchoring,
        Progress,
        ProjectionHealth,
        ReactorProgress,
        ReactorRegistry,
        ReadModelPositions,
        ServedVersions,
      ],
      exports: [
        BACKLOG_OF,
        EVENT_STORE,
        Claims,
        ProjectionSet,
        Commands,
        ErasedSubjects,
        FollowedChanges,
        HistoryWriter,
        Leadership,
        LogAdoption,
        PastEvents,
        Progress,
        REPLICA_READS,
        ReactorProgress,
        ReactorRegistry,
        ReadModelPositions,
        ServedVersions,
        StreamSet,
        SubjectKeys,
      ],
    };
  }

  /** Runs before any bootstrap hook, because the leader needs the tables. */
  async onModuleInit(): Promise<void> {
    const engine = logEngineOf(this.config.kurrentDb);
    await retryWhileUnavailable(() => assertLogEngine(this.pool, engine));
    await this.adoption.adopt(() => this.adoptLog(engine));
    await retryWhileUnavailable(() => this.projections.prepare(this.pool));
  }

  /** Records nothing unless the log is the one of this database. */
  private async adoptLog(engine: LogEngine): Promise<void> {
    const { pool, log } = this;
    await log.recognition?.lookAtStart();
    await claimLogEngine(pool, engine);
    await log.recognition?.begin();
    if (log.recognition?.shortened) return;
    await adoptCheckpoints(pool, log.store, engine === 'kurrentdb');
    await log.recognition?.remember();
  }

  /** Runs after all writers and readers have stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.log.close();
  }
}
