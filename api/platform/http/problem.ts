import { HttpException } from '@nestjs/common';
import type { ErrorCode, Problem } from '../../contracts/problem.contract.js';
import { isTransientFailure } from '../failures.js';
import { DomainError } from '../domain-error.js';
import { VersionConflict } from '../eventsourcing/event-store.js';
import { MalformedRequest } from './malformed-request.js';
import { SchemaViolation } from './schema-violation.js';

/** Problem details without the request id, and the values of response headers. */
export interface ProblemAnswer {
  readonly problem: Omit<Problem, 'requestId'>;
  readonly retryAfterSeconds?: number | undefined;
}

const RETRY_AFTER_SECONDS = 2;

/** Codes and titles by HTTP status. They replace the framework's own messages, which name internals. */
const BY_STATUS: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ['MALFORMED_REQUEST', 'The request could not be read.'],
  401: ['UNAUTHENTICATED', 'Sign in first.'],
  403: ['FORBIDDEN', 'You are not allowed to do this.'],
  404: ['NOT_FOUND', 'The resource you are looking for does not exist.'],
  405: ['METHOD_NOT_ALLOWED', 'This address does not support the method.'],
  409: ['VERSION_CONFLICT', 'Another user changed this at the same time. Try again.'],
  412: ['MALFORMED_REQUEST', 'The file has changed meanwhile.'],
  413: ['PAYLOAD_TOO_LARGE', 'The request is too large.'],
  414: ['MALFORMED_REQUEST', 'The address is too long.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Send JSON as application/json.'],
  416: ['MALFORMED_REQUEST', 'The file does not have the requested range.'],
  429: ['TOO_MANY_REQUESTS', 'Too many requests. Try again later.'],
  500: ['INTERNAL', 'The server failed to process the request. Try again later.'],
  503: ['UNAVAILABLE', 'The service is not available right now. Try again.'],
};

/** Converts a thrown error to problem details that are safe to show to the caller. */
export function toProblem(thrown: unknown): ProblemAnswer {
  if (thrown instanceof DomainError) {
    const { status, code, message, errors, retryAfterSeconds } = thrown;
    const map = errors && Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, [...texts]]));
    const seconds = retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
    return { problem: problemOf(status, code, message, map), retryAfterSeconds: seconds };
  }
  if (thrown instanceof SchemaViolation) {
    return { problem: problemOf(400, 'VALIDATION_FAILED', thrown.message, thrown.errorMap()) };
  }
  if (thrown instanceof MalformedRequest) return { problem: problemOf(400, 'MALFORMED_REQUEST', thrown.message) };
  if (thrown instanceof VersionConflict) return byStatus(409);
  if (isUnavailable(thrown)) return unavailable();
  return byStatus(statusOf(thrown));
}

/** Returns the response to a temporary failure. */
export const unavailable = (): ProblemAnswer => ({ ...byStatus(503), retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Returns the problem details of an HTTP status. */
export function byStatus(status: number): ProblemAnswer {
  const known = BY_STATUS[status];
  if (known) return { problem: problemOf(status, ...known) };
  return status >= 500
    ? { problem: problemOf(500, ...BY_STATUS[500]!) }
    : { problem: problemOf(status, ...BY_STATUS[400]!) };
}

function problemOf(
  status: number,
  code: ErrorCode,
  title: string,
  errors?: Record<string, string[]>,
): Omit<Problem, 'requestId'> {
  return { type: 'about:blank', title, status, code, ...(errors && { errors }) };
}

/** Returns the status of an error of Nest or Fastify. An unknown error is a 500; {@link isUnavailable} finds temporary ones. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const status = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

function isUnavailable(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  // TypeORM wraps the driver's error.
  return isTransientFailure('driverError' in thrown ? thrown.driverError : thrown);
}
