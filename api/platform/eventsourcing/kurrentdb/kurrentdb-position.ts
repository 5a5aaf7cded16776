import { comparePositions, LOG_START, type LogPosition } from '../message.js';

/**
 * The epoch of all positions in KurrentDB. Epochs of PostgreSQL count from 1, so positions of the two logs are never confused, and
 * a checkpoint of the other log is detected.
 */
export const KURRENTDB_EPOCH = 1_000_000;

/** KurrentDB's representation of a position in `$all`. */
export interface KurrentPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

export const toLogPosition = ({ commit, prepare }: KurrentPosition): LogPosition => ({
  epoch: KURRENTDB_EPOCH,
  transactionId: commit,
  position: prepare,
});

/** @throws Error for a position in another log, because reading from the start would process all events again. */
export function toKurrentPosition(position: LogPosition): KurrentPosition | 'start' {
  if (comparePositions(position, LOG_START) === 0) return 'start';
  if (position.epoch !== KURRENTDB_EPOCH)
    throw new Error('This position belongs to another log than the one in KurrentDB.');
  return { commit: position.transactionId, prepare: position.position };
}

/** Returns whether a position belongs to a log in KurrentDB. False for the start of the log, which all logs share. */
export const isInKurrentDb = ({ epoch }: LogPosition): boolean => epoch === KURRENTDB_EPOCH;
