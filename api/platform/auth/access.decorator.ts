import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { Role } from '../../contracts/sign-in.contract.js';

/** Callers that a route allows. */
export type Access = { readonly kind: 'public' | 'authenticated' } | { readonly kind: 'roles'; roles: readonly Role[] };

export const ACCESS = 'ready-room:access';

/** Allows all callers, signed in or not. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS, { kind: 'public' } satisfies Access);

/** Allows all signed-in callers. */
export const Authenticated = (): CustomDecorator => SetMetadata(ACCESS, { kind: 'authenticated' } satisfies Access);

/** Allows callers with one of `roles`; all others receive 403. */
export const Roles = (...roles: readonly Role[]): CustomDecorator =>
  SetMetadata(ACCESS, { kind: 'roles', roles } satisfies Access);

/** Roles that are allowed to open the instructor area. */
export const STAFF = ['SystemAdmin', 'OrganizationAdmin', 'Instructor'] as const satisfies readonly Role[];

/** Roles that only play; Restricted has the rights of User (docs/rules.md#roles). */
export const PLAYERS = ['User', 'Restricted'] as const satisfies readonly Role[];
