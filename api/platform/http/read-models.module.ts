import { type CallHandler, type ExecutionContext, Injectable, Module, type NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import { DomainError } from '../domain-error.js';
import { type LogPosition, parsePosition } from '../eventsourcing/message.js';
import { catchingUp, Progress } from '../eventsourcing/projecting/progress.js';
import { ServedVersions } from '../eventsourcing/projecting/served-versions.js';
import { isApi } from './fastify-hooks.js';

const TRY_AGAIN_SECONDS = 5;

/** Responds to API requests with 503 while the read models belong to another build, whose columns can have another meaning. */
@Injectable()
class ServedVersionsInterceptor implements NestInterceptor {
  constructor(private readonly versions: ServedVersions) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() !== 'http') return next.handle();
    const { url } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isApi(url) || (await this.versions.canBeRead())) return next.handle();
    const title = 'The platform is being updated. Try again in a moment.';
    throw new DomainError('UNAVAILABLE', title, 503, undefined, TRY_AGAIN_SECONDS);
  }
}

const LONGEST_WAIT_MS = 1_000;

/**
 * Implements read-your-own-writes. A request with `x-read-after` (the `x-log-position` of an earlier response) waits until the
 * read models reach that position. After the deadline the response is sent with `x-stale: true`. A 404 becomes a 503, because
 * the missing object may be the one that was just written.
 */
@Injectable()
class ReadAfterInterceptor implements NestInterceptor {
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

/** Rejects requests while the read models belong to another build, and delays requests until the read models are recent enough. */
@Module({
  providers: [
    { provide: APP_INTERCEPTOR, useClass: ServedVersionsInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ReadAfterInterceptor },
  ],
})
export class ReadModelsModule {}
