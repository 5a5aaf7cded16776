import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Dependencies } from '../ops/dependencies.js';
import { Metrics } from '../ops/metrics.js';
import { WorkQueues } from '../ops/work-queues.js';
import { withinTime } from '../within-time.js';
import { Jobs } from './jobs.js';

const QUEUE_NAME = 'jobs';
const ANSWER_WITHIN_MS = 1_000;

/** Number of jobs by state. Failed jobs are kept for a day, completed jobs for an hour. */
export interface JobCounts {
  readonly waiting: number;
  readonly delayed: number;
  readonly active: number;
  readonly failed: number;
  readonly done: number;
}

/** Reports jobs to operators: queue status, dependency and metrics. */
@Injectable()
export class JobsReport {
  constructor(
    private readonly jobs: Jobs,
    @Inject(CONFIG) { redisUrl }: Config,
    queues: WorkQueues,
    dependencies: Dependencies,
    metrics: Metrics,
  ) {
    queues.register(QUEUE_NAME, async () => ({ waiting: (await this.counts()).waiting, oldestSeconds: null }));
    if (redisUrl) dependencies.register('Redis', () => this.counts());
    metrics.gauge('ready_room_jobs', async (gauge) => {
      gauge.reset();
      const counts = await this.counts().catch(() => undefined);
      for (const [state, count] of Object.entries(counts ?? {}))
        gauge.set({ queue: QUEUE_NAME, state }, count as number);
    });
    const durations = metrics.histogram('ready_room_job_duration_seconds');
    jobs.observe((job, outcome, seconds) => durations.observe({ job, outcome }, seconds));
  }

  /**
   * Returns the number of jobs by state.
   * @throws Error when the store does not respond within one second
   */
  async counts(): Promise<JobCounts> {
    const states = ['waiting', 'prioritized', 'delayed', 'active', 'failed', 'completed'] as const;
    const counting = this.jobs.inspect().then((queue) => queue.getJobCounts(...states));
    const counts = await withinTime(counting, ANSWER_WITHIN_MS);
    return {
      waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
      delayed: counts['delayed'] ?? 0,
      active: counts['active'] ?? 0,
      failed: counts['failed'] ?? 0,
      done: counts['completed'] ?? 0,
    };
  }
}
