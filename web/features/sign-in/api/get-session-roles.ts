import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /auth/session/roles: what the signed-in user may do; the first entry decides landing and menus. */
export const sessionRolesQuery = () =>
  queryOptions({
    queryKey: ['session', 'roles'],
    queryFn: () => api.call<Role[]>('/auth/session/roles'),
    staleTime: 60_000,
  });
