import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Problem } from '../../contracts/problem.contract.js';
import { NamedRefusal, type TriedName } from '../domain-error.js';

export type RefusalKind = 'sign-in-failed' | 'forbidden' | 'throttled';

/** A request that was refused for security's sake. */
export interface Refusal {
  readonly kind: RefusalKind;
  /** The signed-in caller; null for an anonymous one. */
  readonly actorId: string | null;
  /** The account name that an anonymous caller tried. */
  readonly tried: TriedName | null;
  readonly address: string;
  readonly requestId: string;
  /** The pattern of the route, as `POST /api/auth/session`; a path may hold secrets. */
  readonly route: string;
  readonly code: string;
}

/** Hands every refusal to one listener, which must return at once: the answer waits for it. */
@Injectable()
export class Refusals {
  private listener: ((refusal: Refusal) => void) | undefined;

  listen(listener: (refusal: Refusal) => void): void {
    this.listener = listener;
  }

  /** Reports an answer if it is a failed sign-in, a 403 or a 429. */
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
