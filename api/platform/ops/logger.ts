import { isNativeError } from 'node:util/types';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

const FLUSH_MS = 500;

/** Returns whether a value is an error. Fastify's errors are not native, and Node's own can come from another realm. */
const isError = (value: unknown): value is Error => value instanceof Error || isNativeError(value);

/**
 * Creates a structured logger on stderr. Each line is one JSON object, so that line breaks in values cannot forge a line. Lines
 * are written in batches, because one write per request would cost more than the request itself.
 */
export function createLogger(level: string): Logger {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: FLUSH_MS });
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Some of Fastify's errors contain the request, whose URL can contain access codes and user names.
      serializers: { req: ({ method }: { method?: string }) => ({ method }) },
      redact: ['*.password', '*.token', '*.refreshToken', '*.cookie', '*.authorization'],
    },
    destination,
  );
}

/** Writes the lines of Nest's `Logger` to pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Writes a line. Nest passes the context last and an error's stack before it; a plain object adds fields to the line. */
  private write(level: 'trace' | 'debug' | 'warn' | 'error' | 'fatal', message: unknown, rest: unknown[]): void {
    const texts = rest.filter((entry) => typeof entry === 'string');
    const err = [message, ...rest].find((entry) => isError(entry));
    const text = isError(message) ? message.message : message;
    const fields = rest.filter((entry) => typeof entry === 'object' && entry !== null && !isError(entry));
    const entry: object = Object.assign(typeof text === 'string' ? {} : { details: text }, ...fields) as object;
    this.logger[level](
      { ...entry, context: texts.at(-1), ...(texts.length > 1 && { stack: texts[0] }), ...(err && { err }) },
      typeof text === 'string' ? text : '',
    );
  }
}
