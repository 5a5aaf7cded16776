import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Problem } from '../../contracts/problem.contract.js';
import { NamedRefusal, type TriedName } from '../domain-error.js';

export type RefusalKind = 'sign-in-failed' | 'forbidden' | 'throttled';

/** A request that was refused for security reasons. */
export interface RequestRefusal {
  readonly kind: RefusalKind;
  /** The signed-in caller; null for an anonymous one. */
  readonly actorId: string | null;
  /** The account name that an anonymous caller tried. */
  readonly tried: TriedName | null;
  readonly address: string;
  readonly requestId: string;
  /** Method and route pattern, such as `POST /api/auth/session`. The path itself can contain secrets. */
  readonly route: string;
  readonly code: string;
}

/** Passes every refusal to one listener. The listener must return immediately, because the response waits for it. */
@Injectable()
export class Refusals {
  private listener: ((refusal: RequestRefusal) => void) | undefined;

  listen(listener: (refusal: RequestRefusal) => void): void {
    this.listener = listener;
  }

  /** Reports a response if it is a failed sign-in, a 403 or a 429. */
  report(request: FastifyRequest, { code, status }: Pick<Problem, 'code' | 'status'>, thrown: unknown): void {
    const kind = kindOf(code, status);
    if (!kind) return;
    this.listener?.({
      kind,
      actorId: request.actor?.userId ?? null,
      tried: thrown instanceof NamedRefusal ? thrown.tried : null,
      address: request.ip,
      requestId: request.id,
      route: `${request.method} ${request.routeOptions.url ?? '(none)'}`,
      code,
    });
  }
}

function kindOf(code: string, status: number): RefusalKind | undefined {
  if (code === 'SIGN_IN_FAILED') return 'sign-in-failed';
  if (status === 403) return 'forbidden';
  return status === 429 ? 'throttled' : undefined;
}
