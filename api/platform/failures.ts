import { isNativeError } from 'node:util/types';
import pg from 'pg';

/** SQLSTATE classes caused by the server's state: connection, rollback, resources, operator intervention. */
const PASSING_CLASSES = new Set(['08', '40', '53', '55', '57', '58']);
/** SQLSTATE of a write on a server that only accepts reads, for example while an operator frees its disk. The rest of class 25 are bugs. */
const READ_ONLY = '25006';

/** Messages of the driver's own errors when the server is unreachable or the pool is empty. These errors have no code. */
const DRIVER_MESSAGES = /connect|terminat|timeout|socket|ECONN|EPIPE|not queryable/i;

/** True for a temporary failure: the database is unreachable, restarting, busy or read-only, or aborted the transaction after a deadlock. */
export function isTransientFailure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return isReadOnly(error) || PASSING_CLASSES.has((error.code ?? '').slice(0, 2));
  return isConnectionFailure(error);
}

/** True for a write on a server that only accepts reads. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === READ_ONLY;

/** True when the server ended a statement because of its time limit. Only a longer limit helps when there is too much to do. */
export const isTooSlow = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014';

/** SQLSTATE classes and codes of a server that responds but cannot store data: full disk, out of memory, read-only. */
const STORAGE_FAILURE = new RegExp(`^(53|58|${READ_ONLY})`);

/** True when the server responds but cannot store data, for example because its disk is full. */
export function cannotStore(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && STORAGE_FAILURE.test(error.code ?? '') && error.code !== '53300';
}

/** True when the outcome of a statement is unknown: the connection broke or timed out. */
export function isConnectionFailure(error: unknown): boolean {
  // `instanceof` would miss errors that Node creates in another realm.
  if (!isNativeError(error) || error instanceof pg.DatabaseError) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^(E[A-Z]+)$/.test(code)) return true;
  return error.constructor.name === 'Error' && DRIVER_MESSAGES.test(error.message);
}

/** {@link isTransientFailure} during startup. Excludes errors of files and ports, whose codes look like those of a connection. */
export function isTransientStartFailure(error: unknown): boolean {
  if (!isTransientFailure(error)) return false;
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined || ['connect', 'read', 'write'].includes(syscall);
}

/** Returns the message of an error, or its code: an AggregateError of several failed addresses has no message. */
export function failureText(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}

/** True when the database role lacks a privilege that a statement needs. */
export const isMissingRight = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42501';
