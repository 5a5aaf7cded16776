import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { FaultLog } from '../../ops/fault-log.js';
import { Metrics } from '../../ops/metrics.js';
import { type CheckResult, ReadinessChecks } from '../../ops/readiness-checks.js';
import { type AnchorTarget, anchorTargets } from './anchor-targets.js';
import type { SealAnchor } from './seal-anchor.js';

const LOOK_EVERY_MS = 1_000;
const WRITE_WITHIN_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;

/** Durations of the anchoring, in milliseconds. */
export interface AnchoringTimes {
  /** Interval at which a target checks for a newer seal, and the first pause after a failure. */
  readonly lookEvery: number;
  /** Time after which a write has failed. */
  readonly writeWithin: number;
}

const TIMES: AnchoringTimes = { lookEvery: LOOK_EVERY_MS, writeWithin: WRITE_WITHIN_MS };

/**
 * Writes the newest seal to every configured target while this node leads. Sealing never waits for it. A seal covers all seals
 * before it, so seals that a target has missed are not written later.
 */
@Injectable()
export class SealAnchoring {
  private readonly faults = new FaultLog(new Logger(SealAnchoring.name));
  private readonly targets: readonly AnchorTarget[];
  /** Empty while another node leads. */
  private anchors: readonly Anchor[] = [];

  constructor(@Inject(CONFIG) { sealAnchors }: Config, metrics: Metrics, checks: ReadinessChecks) {
    this.targets = anchorTargets(sealAnchors);
    metrics.gauge('ready_room_unanchored_seconds', (gauge) => {
      gauge.reset();
      for (const { name, waitingMs } of this.anchors) gauge.set({ anchor: name }, waitingMs / 1_000);
    });
    if (this.targets.length > 0) checks.register('anchors', () => Promise.resolve(this.check()));
  }

  /** Stores the newest seal and returns immediately. */
  offer(seal: SealAnchor): void {
    for (const anchor of this.anchors) anchor.offer(seal);
  }

  /** Runs until `signal` aborts. */
  async run(signal: AbortSignal, times: AnchoringTimes = TIMES): Promise<void> {
    this.anchors = this.targets.map(
      (target) => new Anchor(target, (failure) => this.faults.warn(`The newest seal is not anchored: ${failure}.`)),
    );
    await Promise.all(this.anchors.map((anchor) => anchor.run(signal, times)));
    this.anchors = [];
  }

  private check(): CheckResult {
    const failures = this.anchors.flatMap(({ failure }) => failure ?? []);
    if (failures.length === 0) return { status: 'up' };
    return {
      status: 'degraded',
      detail: `The newest seal is not anchored: ${failures.join(', ')}. Retrying every minute.`,
    };
  }
}

/** A target and what was written to it during one leadership. */
class Anchor {
  readonly name: AnchorTarget['name'];
  /** The setting and the reason of a failure; undefined after the last write has succeeded. */
  failure: string | undefined;
  private newest: SealAnchor | undefined;
  private written: SealAnchor | undefined;
  private waitingSince: number | undefined;

  constructor(
    private readonly target: AnchorTarget,
    private readonly onFailure: (failure: string) => void,
  ) {
    this.name = target.name;
  }

  /** Time since the newest seal was offered, in ms; 0 when it is written. */
  get waitingMs(): number {
    return this.waitingSince === undefined ? 0 : performance.now() - this.waitingSince;
  }

  offer(seal: SealAnchor): void {
    // A restarted sealer offers the last seal again.
    if (seal.head === this.newest?.head) return;
    this.newest = seal;
    this.waitingSince ??= performance.now();
  }

  async run(signal: AbortSignal, { lookEvery, writeWithin }: AnchoringTimes): Promise<void> {
    let pause = lookEvery;
    while (!signal.aborted) {
      const failed = this.newest !== this.written && !(await this.write(this.newest!, signal, writeWithin));
      pause = failed ? Math.min(2 * pause, LONGEST_PAUSE_MS) : lookEvery;
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns whether the seal was written */
  private async write(seal: SealAnchor, stopped: AbortSignal, withinMs: number): Promise<boolean> {
    const began = performance.now();
    const late = AbortSignal.timeout(withinMs);
    const signal = AbortSignal.any([stopped, late]);
    try {
      // A write to a file cannot be aborted.
      const over = once(signal, 'abort').then(() => Promise.reject(signal.reason));
      await Promise.race([this.target.write(seal, signal), over]);
      [this.written, this.failure] = [seal, undefined];
      this.waitingSince = this.newest === seal ? undefined : began;
      return true;
    } catch (error) {
      if (!stopped.aborted) {
        const reason = late.aborted ? `no answer within ${withinMs / 1_000} s` : reasonOf(error);
        this.failure = `${SETTINGS[this.name]} failed (${reason})`;
        this.onFailure(this.failure);
      }
      return false;
    }
  }
}

const SETTINGS = {
  file: 'SEAL_ANCHOR_FILE',
  webhook: 'SEAL_ANCHOR_WEBHOOK',
  syslog: 'SEAL_ANCHOR_SYSLOG',
} as const satisfies Record<AnchorTarget['name'], string>;

/** Prefers the error's code, because a message may quote the address, which may contain a password. */
function reasonOf(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? code ?? message;
}
