import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { type Build, BUILD } from './package-info.js';
import { Metrics } from './metrics.js';

/** Result of a check. A `degraded` process serves requests but needs an operator; `down` takes it out of rotation. */
export interface CheckResult {
  readonly status: 'up' | 'degraded' | 'down';
  readonly detail?: unknown;
}

export interface ReadinessReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, CheckResult>>;
}

const CHECK_TIMEOUT_MS = 1_000;
const LOOK_EVERY_MS = 50;
/** Interval after {@link SILENT_FOR_MS}. Checks query the database, which may be busy with the work that startup waits for. */
const LOOK_LATER_EVERY_MS = 1_000;
/** A startup that takes longer logs the failing checks, and logs them again when they change. */
const SILENT_FOR_MS = 3_000;

/** Checks that must pass before this process receives requests. Each part of the platform registers its own check by name. */
@Injectable()
export class ReadinessChecks {
  private readonly logger = new Logger(ReadinessChecks.name);
  private readonly checks = new Map<string, () => Promise<CheckResult>>();
  private readDetails: () => Promise<unknown> = () => Promise.resolve(undefined);
  private stopping = false;
  private reporting: Promise<ReadinessReport> | undefined;

  /** Also publishes the report as metrics, so that an alert can name the failing check. */
  constructor(metrics: Metrics) {
    metrics.gauge('ready_room_ready', async (gauge) => gauge.set((await this.latest()).ready ? 1 : 0));
    metrics.gauge('ready_room_check', async (gauge) => {
      const { checks } = await this.latest();
      gauge.reset();
      for (const [check, { status }] of Object.entries(checks)) gauge.set({ check, status }, 1);
    });
  }

  register(name: string, check: () => Promise<CheckResult>): void {
    this.checks.set(name, check);
  }

  /** Sets the additional details for operators. They do not affect readiness. */
  describe(readDetails: () => Promise<unknown>): void {
    this.readDetails = readDetails;
  }

  /** Reports not ready from now on, so that load balancers use other nodes while running requests finish. */
  stop(): void {
    this.stopping = true;
  }

  async report(): Promise<ReadinessReport> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await withinTime(check)] as const),
    );
    const ready = !this.stopping && results.every(([, result]) => result.status !== 'down');
    return { ready, checks: Object.fromEntries(results) };
  }

  /** Resolves when no check is `down`, or when `stopped` aborts. Logs the failing checks. */
  async untilReady(stopped: AbortSignal): Promise<void> {
    const began = performance.now();
    let said = '';
    while (!stopped.aborted) {
      const { ready, checks } = await this.report();
      if (ready) return;
      const reason = waitingFor(checks);
      const isLate = performance.now() - began > SILENT_FOR_MS;
      if (reason !== said && isLate) {
        this.logger.warn(`not ready yet: ${reason}`);
        said = reason;
      }
      await delay(isLate ? LOOK_LATER_EVERY_MS : LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => undefined);
    }
  }

  /** Returns the running report, if any, so that concurrent callers share it. */
  private latest(): Promise<ReadinessReport> {
    this.reporting ??= this.report().finally(() => {
      this.reporting = undefined;
    });
    return this.reporting;
  }

  /** Returns the report with the state of the platform. For operators only, because it runs more database queries. */
  async details(): Promise<ReadinessReport & { readonly build: Build; readonly platform?: unknown }> {
    const [report, platform] = await Promise.all([this.report(), this.readDetails()]);
    return { ...report, build: BUILD, platform };
  }
}

async function withinTime(check: () => Promise<CheckResult>): Promise<CheckResult> {
  const stop = new AbortController();
  const late = delay(CHECK_TIMEOUT_MS, { status: 'down', detail: 'no answer in time' } as const, {
    signal: stop.signal,
    ref: false,
  }).catch((): CheckResult => ({ status: 'down' }));
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return { status: 'down', detail: error instanceof Error ? error.message : String(error) };
  } finally {
    stop.abort();
  }
}

const waitingFor = (checks: ReadinessReport['checks']): string =>
  Object.entries(checks)
    .filter(([, { status }]) => status === 'down')
    .map(([name, { detail }]) => `${name} (${typeof detail === 'string' ? detail : JSON.stringify(detail)})`)
    .join(', ');
