import { isNativeError } from 'node:util/types';
import pg from 'pg';

/** SQLSTATE classes that speak of the server's state, not of what was asked: connection, rollback, resources, intervention. */
const PASSING_CLASSES = new Set(['08', '40', '53', '55', '57', '58']);

/** Messages of the driver's own errors when the server is away or the pool is empty; they carry no code. */
const DRIVER_MESSAGES = /connect|terminat|timeout|socket|ECONN|EPIPE|not queryable/i;

/** True for a failure that a later try may not have: the database is away, restarting, busy or chose us as a deadlock's victim. */
export function isPassingFailure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return PASSING_CLASSES.has((error.code ?? '').slice(0, 2));
  return isConnectionFailure(error);
}

/** SQLSTATE classes and codes of a server that answers but stores nothing: full disk, out of memory, read-only. */
const STORES_NOTHING = /^(53|58|25006)/;

/** True when the server answers but cannot store anything, as with a full disk. */
export function cannotStore(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && STORES_NOTHING.test(error.code ?? '') && error.code !== '53300';
}

/** True when nobody knows what became of a statement: the connection broke, or did not answer in time. */
export function isConnectionFailure(error: unknown): boolean {
  // Not instanceof: an error of Node itself may come from another realm.
  if (!isNativeError(error) || error instanceof pg.DatabaseError) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^(E[A-Z]+)$/.test(code)) return true;
  return error.constructor.name === 'Error' && DRIVER_MESSAGES.test(error.message);
}

/** {@link isPassingFailure} of a start, which also reads files and opens ports: their codes look like those of a connection. */
export function isPassingFailureOfStart(error: unknown): boolean {
  if (!isPassingFailure(error)) return false;
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined || ['connect', 'read', 'write'].includes(syscall);
}

/** What a failure says of itself; several addresses tried in vain have no message of their own. */
export function failureText(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}

/** True when the role of a connection lacks a right that a statement needs. */
export const isMissingRight = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42501';
