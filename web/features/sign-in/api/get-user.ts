import { queryOptions } from '@tanstack/react-query';
import type { User } from '../../../../api/contracts/user.contract.js';
import type { ApiRequest } from '../../../shared/api-client/api-client.js';
import { api } from '../../../shared/api-client/api.js';
import { keepsShownPage } from '../../../shared/api-client/keeps-shown-page.js';

/** GET /users/{id}. */
export const getUser = (id: string, request?: Pick<ApiRequest, 'keepsPage'>) => api.call<User>(`/users/${id}`, request);

export const userQuery = (id: string) =>
  queryOptions({ queryKey: ['users', id], queryFn: (context) => getUser(id, keepsShownPage(context)) });
