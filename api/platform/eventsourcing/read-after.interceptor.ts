import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import { DomainError } from '../domain-error.js';
import { type LogPosition, parsePosition } from './message.js';
import { catchingUp, Progress } from './projecting/progress.js';

const LONGEST_WAIT_MS = 1_000;

/**
 * Read your own writes: a request that carries `x-read-after` (the `x-log-position` of an earlier answer) waits until the read
 * models have come that far. When they do not in time, the answer is given as it is, marked `x-stale: true`; only that
 * something does not exist is not said, because it may be what was written: that is a 503.
 */
@Injectable()
export class ReadAfterInterceptor implements NestInterceptor {
  constructor(private readonly progress: Progress) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const header = request.headers['x-read-after'];
    const position = typeof header === 'string' ? parsePosition(header) : null;
    if (!position || (await this.progress.waitFor(position, LONGEST_WAIT_MS))) return next.handle();
    void context.switchToHttp().getResponse<FastifyReply>().header('x-stale', 'true');
    return next.handle().pipe(catchError((error: unknown) => this.refuse(error, position)));
  }

  private async refuse(error: unknown, position: LogPosition): Promise<never> {
    const isMissing = error instanceof DomainError && error.status === 404;
    throw isMissing && (await this.progress.isInLog(position)) ? catchingUp() : error;
  }
}
