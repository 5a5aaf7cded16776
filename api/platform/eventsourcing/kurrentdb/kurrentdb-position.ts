import { comparePositions, LOG_START, type LogPosition } from '../message.js';

/**
 * The first epoch of positions in KurrentDB. Epochs of PostgreSQL count from 1, so positions of the two logs are never confused, and
 * a checkpoint of the other log is detected.
 */
export const KURRENTDB_EPOCH = 1_000_000;

/** KurrentDB's representation of a position in `$all`. */
export interface KurrentPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/**
 * The epochs of a log in KurrentDB. An accepted restore begins the next one: events after it reuse the positions of lost events, and
 * must still sort after all of them.
 */
export class KurrentEpochs {
  /** The last position of each epoch but the newest, oldest epoch first. */
  private ends: readonly bigint[] = [];

  /** Sets where epochs end, see `AcceptedRestore`. */
  endAt(positions: readonly LogPosition[]): void {
    this.ends = positions.map(({ transactionId }) => transactionId);
  }

  toLogPosition({ commit, prepare }: KurrentPosition): LogPosition {
    const epoch = KURRENTDB_EPOCH + this.ends.findLastIndex((end) => commit > end) + 1;
    return { epoch, transactionId: commit, position: prepare };
  }
}

/** @throws Error for a position in another log, because reading from the start would process all events again. */
export function toKurrentPosition(position: LogPosition): KurrentPosition | 'start' {
  if (comparePositions(position, LOG_START) === 0) return 'start';
  if (!isInKurrentDb(position)) throw new Error('This position belongs to another log than the one in KurrentDB.');
  return { commit: position.transactionId, prepare: position.position };
}

/** Returns whether a position belongs to a log in KurrentDB. False for the start of the log, which all logs share. */
export const isInKurrentDb = ({ epoch }: LogPosition): boolean => epoch >= KURRENTDB_EPOCH;
