import type { Role } from '../../contracts/sign-in.contract.js';

/** Who is asking, with the rights of this moment, not those of the token's issue. */
export interface Actor {
  readonly userId: string;
  readonly username: string;
  /** The effective role, the first of `roles`. */
  readonly role: Role;
  readonly roles: readonly Role[];
  readonly organizationId: string | null;
  /** The family of refresh tokens (one per sign-in) the access token came from. */
  readonly familyId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard on every route that is not public. */
    actor?: Actor;
  }
}
