import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { FaultLog } from '../../ops/fault-log.js';
import { type CheckResult, ReadinessChecks } from '../../ops/readiness-checks.js';
import { LogUnavailable } from '../kurrentdb/log-unavailable.js';
import { LOG, type Log } from '../log.js';
import type { LogRecognition } from './log-recognition.js';

const LOOK_EVERY_MS = 2_000;

/**
 * Looks every two seconds whether the log in KurrentDB is still the one that this database has read. While it is not, the node is
 * not ready, refuses writes and does not lead. Does nothing for a log in PostgreSQL.
 */
@Injectable()
export class LogWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(LogWatch.name);
  private readonly faults = new FaultLog(this.logger);
  private readonly stopped = new AbortController();
  private watching: Promise<void> | undefined;
  private reported: string | undefined;

  constructor(
    @Inject(LOG) private readonly log: Log,
    checks: ReadinessChecks,
  ) {
    const { recognition } = log;
    if (recognition) checks.register('log', () => Promise.resolve(checkOf(recognition)));
  }

  onApplicationBootstrap(): void {
    const { recognition } = this.log;
    if (recognition) this.watching = this.watch(recognition);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await this.watching;
  }

  private async watch(recognition: LogRecognition): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await recognition
        .look()
        .then(() => recognition.remember())
        .catch((error: unknown) => this.reportFault(error));
      this.report(recognition.refusal);
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Other parts report an outage of the log. */
  private reportFault(error: unknown): void {
    if (!(error instanceof LogUnavailable)) this.faults.report(error);
  }

  /** Logs each change once. */
  private report(refusal: string | undefined): void {
    if (refusal !== undefined && refusal !== this.reported) this.logger.error(refusal);
    if (refusal === undefined && this.reported !== undefined) this.logger.log('The log contains all events again.');
    this.reported = refusal;
  }
}

const checkOf = ({ refusal }: LogRecognition): CheckResult =>
  refusal === undefined ? { status: 'up' } : { status: 'down', detail: refusal };
