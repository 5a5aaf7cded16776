import type { Role } from '../../contracts/sign-in.contract.js';

/** The caller of a request, with the rights at the time of the request. */
export interface Actor {
  readonly userId: string;
  readonly username: string;
  /** The effective role: the first of `roles`. */
  readonly role: Role;
  readonly roles: readonly Role[];
  readonly organizationId: string | null;
  /** Family of refresh tokens (one per sign-in) that the access token was issued from. */
  readonly familyId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard on every route that is not public. */
    actor?: Actor;
  }
}
