import { Injectable, Logger } from '@nestjs/common';
import { failureText } from '../failures.js';
import { withinTime } from '../within-time.js';
import { FaultLog } from './fault-log.js';
import { Metrics } from './metrics.js';

const ANSWER_WITHIN_MS = 1_000;

/** Metric of the servers that this node depends on: whether each responds during a scrape. */
@Injectable()
export class Dependencies {
  private readonly faults = new FaultLog(new Logger(Dependencies.name));
  private readonly checksByName = new Map<string, () => Promise<unknown>>();

  constructor(metrics: Metrics) {
    metrics.gauge('ready_room_dependency_up', async (gauge) => {
      const checks = [...this.checksByName].map(async ([dependency, check]) =>
        gauge.set({ dependency }, (await this.answers(dependency, check)) ? 1 : 0),
      );
      await Promise.all(checks);
    });
  }

  /** Adds a server by its name. `check` sends it a cheap request and rejects when the server does not respond. */
  register(dependency: string, check: () => Promise<unknown>): void {
    this.checksByName.set(dependency, check);
  }

  private async answers(dependency: string, check: () => Promise<unknown>): Promise<boolean> {
    try {
      await withinTime(check(), ANSWER_WITHIN_MS);
      return true;
    } catch (error) {
      this.faults.warn(`${dependency}: ${failureText(error)}`);
      return false;
    }
  }
}
