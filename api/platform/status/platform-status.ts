import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config.js';
import type { GameStatus, SystemStatus } from '../../contracts/system-status.contract.js';
import { UNKNOWN } from '../../contracts/system-status.rule.js';
import { POOL } from '../database/pool.js';
import { type BuildState, GameBuild } from '../http/game-build.js';
import { JobsReport } from '../jobs/jobs-report.js';
import { FaultLog } from '../ops/fault-log.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';
import { WorkQueues } from '../ops/work-queues.js';
import { known } from './known.js';
import { readLeader, readNodeRows } from './node-rows.js';
import { StatusSampler } from './status-sampler.js';

/** State of the whole platform as seen by this node. Shown on the status page and in the health details for operators. */
@Injectable()
export class PlatformStatus implements OnModuleInit {
  private readonly faults = new FaultLog(new Logger(PlatformStatus.name));

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly sampler: StatusSampler,
    private readonly queues: WorkQueues,
    private readonly jobs: JobsReport,
    private readonly checks: ReadinessChecks,
    private readonly game: GameBuild,
  ) {}

  onModuleInit(): void {
    this.checks.describe(() => this.read());
  }

  /** Returns the state within little more than a second, even when parts of the platform do not respond. */
  async read(): Promise<SystemStatus> {
    const onError = (error: unknown): void => this.faults.report(error);
    const [{ at, node, readers, oldestTransaction, databaseMs }, leader, nodes, queues, jobs, game] = await Promise.all(
      [
        this.sampler.current(),
        known(() => readLeader(this.pool), onError),
        known(() => readNodeRows(this.pool), onError),
        this.queues.read(),
        known(() => this.jobs.counts(), onError),
        known(() => this.game.current(), onError),
      ],
    );
    return {
      at: at.toISOString(),
      nodeId: node.id,
      leader,
      nodes,
      readers,
      lagHistory: this.sampler.lagHistory,
      queues: queues.map(({ queue, depth }) => ({ queue, depth: depth ?? 'unknown' })),
      jobs,
      jobStore: this.config.redisUrl ? 'Redis' : 'PostgreSQL',
      oldestTransaction,
      databaseMs,
      game: game === UNKNOWN ? UNKNOWN : gameStatus(game),
      stripe: this.config.stripe !== undefined,
    };
  }
}

function gameStatus({ build, problem }: BuildState): GameStatus {
  if (!build) return { build, problem };
  const { name, page, engineVersion, storedBytes, packings, hasFallback, needsIsolation } = build;
  const { productName, productVersion } = page;
  const described = { name, productName, productVersion, engineVersion, storedBytes, hasFallback, needsIsolation };
  return { build: { ...described, packings: [...packings] }, problem };
}
