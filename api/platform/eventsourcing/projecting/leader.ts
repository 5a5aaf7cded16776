import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { compareClocks, isWrong } from '../../database/clock-skew.js';
import type { Candidacy } from './candidacy.js';
import { fenceOlderLeaders } from './checkpoints.js';
import { LEADER_LEASE, Lease } from './lease.js';

const RENEW_EVERY_MS = 1_000;
/** Whoever does not lead asks this often: with the lease's four seconds, a dead leader is followed within five. */
const ASK_EVERY_MS = 250;
/** Whoever has just led and could not go on lets another be first. */
const STAND_BACK_MS = 1_000;
/** Without a renewal for this long the work ends: half a second later the lease may be another's. */
const GIVE_UP_AFTER_MS = 3_500;

/** Work that exactly one node does: ends when `signal` aborts. */
export type LeaderTask = (leaderEpoch: bigint, signal: AbortSignal) => Promise<void>;

export interface LeaderOptions {
  readonly pool: Pool;
  /** The lease's holder: this node. */
  readonly nodeId: string;
  /** Whether a worker of another build should lead instead. */
  readonly candidacy: Candidacy;
  readonly tasks: readonly LeaderTask[];
  readonly onError: (error: unknown) => void;
}

/** A leadership and when it began. */
export interface Leading {
  readonly epoch: bigint;
  readonly since: Date;
}

/** Tries to lead for as long as the process lives; leads at most once at a time in the whole platform. */
export class Leader {
  private readonly stopped = new AbortController();
  private readonly lease: Lease;
  private running: Promise<void> = Promise.resolve();
  private current: Leading | undefined;
  private steppedDown = new AbortController();

  constructor(private readonly options: LeaderOptions) {
    this.lease = new Lease(options.pool, LEADER_LEASE, options.nodeId);
  }

  /** This node's leadership, undefined when another leads. */
  get leading(): Leading | undefined {
    return this.current;
  }

  start(): void {
    this.running = this.run();
  }

  /** Ends the tasks and hands the lease over at once. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
    await this.options.candidacy.withdraw().catch(this.options.onError);
  }

  /** Ends this leadership, if there is one, and joins the election again. Its tasks then resume from what is stored. */
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
          pause = STAND_BACK_MS;
          await this.lead(epoch, asked);
        }
      } catch (error) {
        this.options.onError(error);
      }
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** `asked`: when the lease was asked for; it runs from there, not from the answer. */
  private async lead(epoch: bigint, asked: number): Promise<void> {
    const { pool, tasks, onError } = this.options;
    const ended = new AbortController();
    this.steppedDown = new AbortController();
    // A timer, not the renewal loop: a renewal that hangs must not keep the work going.
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
      // Each task listens: many tasks are no leak.
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

  /** Returns when the lease is lost, could not be renewed in time, the node may not lead any more or stops. */
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

  /** Not with a wrong clock, and not while a worker of a build that should lead runs. */
  private async mayLead(): Promise<boolean> {
    const { pool, candidacy } = this.options;
    return !isWrong((await compareClocks(pool)).skewMs) && (await candidacy.isBest());
  }
}
