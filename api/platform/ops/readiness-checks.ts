import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { type Build, BUILD } from './package-info.js';
import { Metrics } from './metrics.js';

/** `degraded` serves on but needs an operator; `down` takes the process out of rotation. */
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
/** After {@link SILENT_FOR_MS}: the checks ask the database, which may be busy with what the start waits for. */
const LOOK_LATER_EVERY_MS = 1_000;
/** A start that is not ready by then says what it waits for, and again whenever that changes. */
const SILENT_FOR_MS = 3_000;

/** What must work before requests are sent here; each part of the platform registers its own check by name. */
@Injectable()
export class ReadinessChecks {
  private readonly logger = new Logger(ReadinessChecks.name);
  private readonly checks = new Map<string, () => Promise<CheckResult>>();
  private describing: () => Promise<unknown> = () => Promise.resolve(undefined);
  private stopping = false;
  private reporting: Promise<ReadinessReport> | undefined;

  /** Also publishes the report as metrics, so that an alert can name the check that fails. */
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

  /** What operators are told besides; it decides nothing. */
  describe(describing: () => Promise<unknown>): void {
    this.describing = describing;
  }

  /** From now on not ready: load balancers look elsewhere while requests under way finish. */
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

  /** Resolves once every check lets the node serve, or once `stopped` aborts. Logs the checks that keep it waiting. */
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

  /** One report for all that ask while it is being made. */
  private latest(): Promise<ReadinessReport> {
    this.reporting ??= this.report().finally(() => {
      this.reporting = undefined;
    });
    return this.reporting;
  }

  /** The report with everything that is known about the platform, for operators only: it asks more of the database. */
  async details(): Promise<ReadinessReport & { readonly build: Build; readonly platform?: unknown }> {
    const [report, platform] = await Promise.all([this.report(), this.describing()]);
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
