import { Injectable } from '@nestjs/common';
import { PROJECTOR } from './write-batch.js';

/** SQL expression for the sequence of the read models that a statement reads. */
export const SEQUENCE_OF_READ = `(select sequence from plain.checkpoints where reader = '${PROJECTOR}')`;

/** Longest time between two reads of changes. Bounds how long a cache uses a value whose change was not received. */
const LONGEST_PAUSE_MS = 2_000;
/** Age of a change above which the projector counts as late. */
const LATE_AFTER_MS = 2_000;

/** A read of changes whose listeners have been called. Times are in milliseconds. */
export interface DeliveredChanges {
  /** Sequence up to which the changes were read. */
  readonly sequence: number;
  /** Sequence of the projector. Changes up to it remain to be read. */
  readonly projected: number;
  /** Start of the read by the clock of this process (`performance.now()`). */
  readonly requestedAt: number;
  /** Time of the read by the clock of the database, which also advances while this process or its machine is suspended. */
  readonly readAt: number;
  readonly changes: readonly { readonly recordedAt?: number | undefined }[];
}

type ReadTimes = Pick<DeliveredChanges, 'requestedAt' | 'readAt'>;

/**
 * Tells the caches of this node whether it receives every change of the read models in time. A cache keeps a row until the row's change
 * is delivered, but only within one period. A period ends when a change may have been missed
 * (docs/decisions/0018-rows-kept-until-they-change.md). The live hub updates it. On a node without a live hub no period begins.
 */
@Injectable()
export class FollowedChanges {
  private periods = 0;
  private last: ReadTimes | undefined;
  private delivery = 0;

  /** Number of the current period; undefined while changes may be missed. */
  get period(): number | undefined {
    const isCurrent = this.last !== undefined && performance.now() - this.last.requestedAt <= LONGEST_PAUSE_MS;
    return isCurrent ? this.periods : undefined;
  }

  /** Sequence up to which changes have been delivered on this node. */
  get sequence(): number {
    return this.delivery;
  }

  /** Continues the period, or begins one after a pause. Ends it when the projector is late. */
  delivered(read: DeliveredChanges): void {
    this.delivery = read.sequence;
    if (isLate(read)) return this.interrupt();
    if (read.sequence < read.projected) return;
    if (!this.last || isPause(this.last, read)) this.periods += 1;
    this.last = { requestedAt: read.requestedAt, readAt: read.readAt };
  }

  /** Ends the period: a change may have been missed, or rows may have changed without one. */
  interrupt(): void {
    this.last = undefined;
  }
}

const isLate = ({ readAt, changes }: DeliveredChanges): boolean =>
  changes.some(({ recordedAt }) => recordedAt !== undefined && readAt - recordedAt > LATE_AFTER_MS);

const isPause = (last: ReadTimes, next: ReadTimes): boolean =>
  next.requestedAt - last.requestedAt > LONGEST_PAUSE_MS || Math.abs(next.readAt - last.readAt) > LONGEST_PAUSE_MS;
