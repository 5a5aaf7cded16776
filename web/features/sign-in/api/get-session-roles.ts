import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import type { ApiRequest } from '../../../shared/api-client/api-client.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /auth/session/roles: the roles of the signed-in user. The first one determines landing page and menus. */
export const getSessionRoles = (request?: Pick<ApiRequest, 'background'>) =>
  api.call<Role[]>('/auth/session/roles', request);

export const sessionRolesQuery = () =>
  queryOptions({
    queryKey: ['session', 'roles'],
    queryFn: () => getSessionRoles(),
    staleTime: 60_000,
  });
