import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { v4 as uuidv4, v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { Actor } from '../auth/actor.js';
import { clientOf } from '../auth/auth-transport.js';
import { readBrowserCookie, setBrowserCookie } from '../auth/token-cookies.js';
import type { Clock } from '../clock.js';
import { DomainError } from '../domain-error.js';
import type { CommandContext } from '../eventsourcing/command-handling.js';
import type { AppendResult } from '../eventsourcing/event-store.js';
import { type EventMetadata, formatPosition } from '../eventsourcing/message.js';
import { MalformedRequest } from './malformed-request.js';

declare module 'fastify' {
  interface FastifyRequest {
    readonly clock: Clock;
  }
}

/** UUID namespace of the command ids that are derived from idempotency keys. */
const IDEMPOTENCY_NAMESPACE = '5f0e6a52-6f0b-4d39-9d1c-0a8a4f4e9c11';
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** Context of the command that a request sends. */
export class RequestContext implements CommandContext {
  private ownBrowserId: string | undefined;

  constructor(
    readonly commandId: string,
    readonly metadata: EventMetadata,
    private readonly reply: FastifyReply,
  ) {}

  /**
   * Random id of the caller's browser; undefined for native clients. Sets a cookie when the browser has no id yet, so read it
   * only to count something per browser.
   */
  get browserId(): string | undefined {
    const { request } = this.reply;
    const known = this.ownBrowserId ?? readBrowserCookie(request);
    if (known !== undefined || clientOf(request, false) === 'native') return known;
    this.ownBrowserId = uuidv4();
    setBrowserCookie(this.reply, this.ownBrowserId);
    return this.ownBrowserId;
  }

  /** Time of the request, by the platform's clock. */
  get now(): Date {
    return new Date(this.metadata.occurredAt);
  }

  /**
   * Sends the log position of the appended events in `x-log-position`. The client returns it in `x-read-after` to read its own
   * write.
   */
  recordPosition(appended: Pick<AppendResult, 'position'> | undefined): void {
    if (appended) void this.reply.header('x-log-position', formatPosition(appended.position));
  }
}

/** Creates the command context of a request. Requests with the same `Idempotency-Key` get the same command id. */
function contextOf(request: FastifyRequest, reply: FastifyReply): RequestContext {
  const { actor } = request;
  return new RequestContext(
    commandIdOf(request),
    {
      actorId: actor?.userId ?? 'anonymous',
      actorRole: actor?.role ?? 'anonymous',
      organizationId: actor?.organizationId ?? null,
      correlationId: request.id,
      causationId: request.id,
      requestId: request.id,
      address: request.ip,
      occurredAt: request.clock.now().toISOString(),
    },
    reply,
  );
}

function commandIdOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return uuidv7();
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw new MalformedRequest('Idempotency-Key must be 1 to 255 visible characters.');
  }
  const route = `${request.method} ${request.url.split('?', 1)[0]}`;
  return uuidv5(`${request.actor?.userId ?? 'anonymous'}\n${route}\n${key}`, IDEMPOTENCY_NAMESPACE);
}

/** Parameter decorator for the {@link RequestContext}, which commands receive and which reports the appended position. */
export const Context = createParamDecorator((_data: undefined, execution: ExecutionContext): RequestContext => {
  const http = execution.switchToHttp();
  return contextOf(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});

/** Parameter decorator for the signed-in {@link Actor}. Only for routes that are not public. */
export const CurrentActor = createParamDecorator((_data: undefined, execution: ExecutionContext): Actor => {
  const { actor } = execution.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new DomainError('UNAUTHENTICATED', 'Sign in first.', 401);
  return actor;
});
