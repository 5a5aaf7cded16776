import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Candidacy } from './candidacy.js';
import { fenceOlderLeaders } from './checkpoints.js';
import { LEADER_LEASE, Lease } from './lease.js';

const RENEW_EVERY_MS = 1_000;
/** Interval of attempts to lead. With the lease's four seconds, a dead leader is replaced within four and a half. */
const ASK_EVERY_MS = 250;
/** Pause after a leadership that ended, so that another worker can lead first. */
const RETRY_LEAD_AFTER_MS = 1_000;
/** Time without a renewal after which the work ends. Half a second later another worker may acquire the lease. */
const GIVE_UP_AFTER_MS = 3_500;

/** Work that exactly one node performs until `signal` aborts. */
export type LeaderTask = (leaderEpoch: bigint, signal: AbortSignal) => Promise<void>;

export interface LeaderOptions {
  readonly pool: Pool;
  /** The holder of the lease: this node. */
  readonly nodeId: string;
  /** Decides whether a worker of another build should lead instead. */
  readonly candidacy: Candidacy;
  /** True while this machine's clock is wrong, so that another worker should lead. */
  readonly isClockWrong: () => boolean;
  /** False while the log may not be the one that this database has read, so that no reader follows it. */
  readonly isLogRecognized: () => boolean;
  readonly tasks: readonly LeaderTask[];
  readonly onError: (error: unknown) => void;
}

/** A period of leadership: its epoch and when it began. */
export interface Leading {
  readonly epoch: bigint;
  readonly since: Date;
}

/** Tries to lead for the lifetime of the process. The platform has at most one leader at a time. */
export class Leader {
  private readonly stopped = new AbortController();
  private readonly lease: Lease;
  private running: Promise<void> = Promise.resolve();
  private current: Leading | undefined;
  private steppedDown = new AbortController();

  constructor(private readonly options: LeaderOptions) {
    this.lease = new Lease(options.pool, LEADER_LEASE, options.nodeId);
  }

  /** This node's leadership; undefined while another node leads. */
  get leading(): Leading | undefined {
    return this.current;
  }

  start(): void {
    this.running = this.run();
  }

  /** Ends the tasks and releases the lease immediately. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
    await this.options.candidacy.withdraw().catch(this.options.onError);
  }

  /** Ends the current leadership, if any, and joins the election again. The tasks then resume from their stored checkpoints. */
  stepDown(): void {
    this.steppedDown.abort();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      let pause = ASK_EVERY_MS;
      try {
        const mayLead = await this.mayLead();
        const asked = performance.now();
        const epoch = mayLead ? await this.lease.acquire() : undefined;
        if (epoch !== undefined) {
          pause = RETRY_LEAD_AFTER_MS;
          await this.lead(epoch, asked);
        }
      } catch (error) {
        this.options.onError(error);
      }
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @param asked when the lease was requested: it expires relative to the request, not to the response */
  private async lead(epoch: bigint, asked: number): Promise<void> {
    const { pool, tasks, onError } = this.options;
    const ended = new AbortController();
    this.steppedDown = new AbortController();
    // Uses a timer instead of the renewal loop, because a renewal that hangs must not prolong the work.
    let expiry: NodeJS.Timeout | undefined;
    const expireFrom = (renewalAsked: number): void => {
      clearTimeout(expiry);
      expiry = setTimeout(() => ended.abort(), renewalAsked + GIVE_UP_AFTER_MS - performance.now());
    };
    expireFrom(asked);
    try {
      await fenceOlderLeaders(pool, epoch);
      this.current = { epoch, since: new Date() };
      const signal = AbortSignal.any([this.stopped.signal, this.steppedDown.signal, ended.signal]);
      // Every task adds a listener, so many listeners do not indicate a leak.
      setMaxListeners(0, signal);
      const work = tasks.map((task) => task(epoch, signal).catch(onError));
      await this.keepLease(epoch, signal, expireFrom);
      ended.abort();
      await Promise.all(work);
    } finally {
      clearTimeout(expiry);
      this.current = undefined;
      await this.lease.release(epoch).catch(onError);
    }
  }

  /** Returns when the lease is lost, cannot be renewed in time, the node may no longer lead, or the signal aborts. */
  private async keepLease(epoch: bigint, signal: AbortSignal, onRenewed: (asked: number) => void): Promise<void> {
    for (;;) {
      await delay(RENEW_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const asked = performance.now();
      try {
        if (!(await this.lease.renew(epoch))) return;
        onRenewed(asked);
        if (!(await this.mayLead())) return;
      } catch (error) {
        this.options.onError(error);
      }
    }
  }

  /** Returns false with a wrong clock or an unknown log, and while a worker of a preferred build is running. */
  private async mayLead(): Promise<boolean> {
    const { candidacy, isClockWrong, isLogRecognized } = this.options;
    return !isClockWrong() && isLogRecognized() && (await candidacy.isBest());
  }
}
