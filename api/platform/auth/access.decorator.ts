import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { Role } from '../../contracts/sign-in.contract.js';

/** Who may call a route. */
export type Access = { readonly kind: 'public' | 'authenticated' } | { readonly kind: 'roles'; roles: readonly Role[] };

export const ACCESS = 'ready-room:access';

/** Anybody, signed in or not. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS, { kind: 'public' } satisfies Access);

/** Anybody who is signed in. */
export const Authenticated = (): CustomDecorator => SetMetadata(ACCESS, { kind: 'authenticated' } satisfies Access);

/** Those whose role list holds one of `roles`; others get 403. */
export const Roles = (...roles: readonly Role[]): CustomDecorator =>
  SetMetadata(ACCESS, { kind: 'roles', roles } satisfies Access);

/** Roles that see the instructor area. */
export const STAFF = ['SystemAdmin', 'OrganizationAdmin', 'Instructor'] as const satisfies readonly Role[];

/** Roles that only play; Restricted has the rights of User (docs/rules.md#roles). */
export const PLAYERS = ['User', 'Restricted'] as const satisfies readonly Role[];
