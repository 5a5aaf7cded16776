import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import type { ApiRequest } from '../../../shared/api-client/api-client.js';
import { api } from '../../../shared/api-client/api.js';
import { keepsShownPage } from '../../../shared/api-client/keeps-shown-page.js';

/** GET /auth/session/roles: the roles of the signed-in user. The first one determines landing page and menus. */
export const getSessionRoles = (request?: Pick<ApiRequest, 'background' | 'keepsPage'>) =>
  api.call<Role[]>('/auth/session/roles', request);

export const sessionRolesQuery = () =>
  queryOptions({
    queryKey: ['session', 'roles'],
    queryFn: (context) => getSessionRoles(keepsShownPage(context)),
    staleTime: 60_000,
  });
