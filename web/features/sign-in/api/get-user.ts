import { queryOptions } from '@tanstack/react-query';
import type { User } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /users/{id}. */
export const getUser = (id: string) => api.call<User>(`/users/${id}`);

export const userQuery = (id: string) => queryOptions({ queryKey: ['users', id], queryFn: () => getUser(id) });
