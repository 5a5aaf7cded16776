import { isNativeError } from 'node:util/types';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

const FLUSH_MS = 500;

/** Fastify's errors are not native, Node's own may come from another realm. */
const isError = (value: unknown): value is Error => value instanceof Error || isNativeError(value);

/**
 * Structured logs on stderr, one JSON object a line, so that line breaks in values cannot forge a line. Written in
 * batches: a write per request would cost more than the request's own work.
 */
export function createLogger(level: string): Logger {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: FLUSH_MS });
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Fastify writes requests into some of its own errors; addresses may hold access codes and user names.
      serializers: { req: ({ method }: { method?: string }) => ({ method }) },
      redact: ['*.password', '*.token', '*.refreshToken', '*.cookie', '*.authorization'],
    },
    destination,
  );
}

/** Lets Nest's own `Logger` write into pino. */
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

  /** Nest passes the context last, an error's stack before it; a plain object is more fields of the line. */
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
