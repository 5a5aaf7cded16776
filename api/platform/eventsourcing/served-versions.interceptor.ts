import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { DomainError } from '../domain-error.js';
import { isApi } from '../http/fastify-hooks.js';
import { ServedVersions } from './projecting/served-versions.js';

const TRY_AGAIN_SECONDS = 5;

/** Answers the API's requests with 503 while the read models are those of another build: their columns may mean something else. */
@Injectable()
export class ServedVersionsInterceptor implements NestInterceptor {
  constructor(private readonly versions: ServedVersions) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() !== 'http') return next.handle();
    const { url } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isApi(url) || (await this.versions.canBeRead())) return next.handle();
    const title = 'The platform is being brought up to date. Try again in a moment.';
    throw new DomainError('UNAVAILABLE', title, 503, undefined, TRY_AGAIN_SECONDS);
  }
}
