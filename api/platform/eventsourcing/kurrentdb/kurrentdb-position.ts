import { comparePositions, LOG_START, type LogPosition } from '../message.js';

/**
 * Stands in for the epoch of PostgreSQL's places, which count from 1: a place in the one log is never taken for one in the
 * other, and a checkpoint that came along from the other is noticed.
 */
export const KURRENTDB_EPOCH = 1_000_000;

/** KurrentDB's name for a place in `$all`. */
export interface KurrentPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

export const toLogPosition = ({ commit, prepare }: KurrentPosition): LogPosition => ({
  epoch: KURRENTDB_EPOCH,
  transactionId: commit,
  position: prepare,
});

/** @throws Error for a place in another log: to begin there would mean to begin anew. */
export function toKurrentPosition(position: LogPosition): KurrentPosition | 'start' {
  if (comparePositions(position, LOG_START) === 0) return 'start';
  if (position.epoch !== KURRENTDB_EPOCH)
    throw new Error('This place is one of another log than the one in KurrentDB.');
  return { commit: position.transactionId, prepare: position.position };
}

/** Whether a place lies in KurrentDB; the start of the log lies in every one. */
export const isInKurrentDb = ({ epoch }: LogPosition): boolean => epoch === KURRENTDB_EPOCH;
