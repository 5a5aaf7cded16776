import { monitorEventLoopDelay } from 'node:perf_hooks';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config.js';
import type { NodeStatus } from '../../contracts/system-status.contract.js';
import { POOL } from '../database/pool.js';
import { Metrics } from '../ops/metrics.js';
import { NodeIdentity } from '../ops/node-identity.js';
import { BUILD, VERSION } from '../ops/package-info.js';

type Vitals = Pick<
  NodeStatus,
  'id' | 'host' | 'pid' | 'version' | 'roles' | 'startedAt' | 'eventLoopMs' | 'memoryMb' | 'pool'
>;

const RESOLUTION_MS = 20;

/** Vital signs of this process: event loop, memory, database pool and disk. */
@Injectable()
export class NodeVitals implements OnModuleDestroy {
  private readonly eventLoop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor(
    private readonly node: NodeIdentity,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: Pool,
    metrics: Metrics,
  ) {
    this.eventLoop.enable();
    const { version, commit, date } = BUILD;
    metrics.gauge('ready_room_node_info').set({ version, commit, date: date ?? '', roles: config.roles.join(',') }, 1);
    metrics.gauge('ready_room_data_dir_free_bytes', async (gauge) => {
      const free = await this.freeDiskBytes().catch(() => undefined);
      if (free !== undefined) gauge.set(free);
    });
  }

  get id(): string {
    return this.node.id;
  }

  onModuleDestroy(): void {
    this.eventLoop.disable();
  }

  /** Returns the current values. `eventLoopMs` is the 99th percentile of the event loop's delay since the last call. */
  measure(): Vitals {
    const { id, host, pid, startedAt } = this.node;
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    // The histogram measures the whole interval between two samples, which includes the resolution.
    const eventLoopMs = Math.max(0, this.eventLoop.percentile(99) / 1e6 - RESOLUTION_MS);
    this.eventLoop.reset();
    return {
      id,
      host,
      pid,
      version: VERSION,
      roles: [...this.config.roles],
      startedAt: startedAt.toISOString(),
      eventLoopMs: Math.round(eventLoopMs),
      memoryMb: Math.round(process.memoryUsage.rss() / 1e6),
      pool: { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max },
    };
  }

  freeDiskBytes(): Promise<number> {
    return freeDiskBytes(this.config.dataDir);
  }
}

/** Returns the free space for a folder, even if it does not exist. With an external database it may never be created. */
export async function freeDiskBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return freeDiskBytes(parent);
  }
}
