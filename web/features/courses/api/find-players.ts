import { queryOptions } from '@tanstack/react-query';
import type { BasicUser } from '../../../../api/contracts/user.contract.js';
import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import { api } from '../../../shared/api-client/api.js';

const PLAYERS: readonly Role[] = ['User', 'Restricted'];
const ASKED = 50;

/** GET /users?search: matching players who may be members of an organization's course (docs/rules.md#creating-a-course). */
export const playersQuery = (search: string, organizationId: string) =>
  queryOptions({
    queryKey: ['users', 'players', organizationId, search],
    queryFn: async () => {
      const query = new URLSearchParams({ search, limit: String(ASKED) });
      const users = await api.call<BasicUser[]>(`/users?${query}`, { keepsPage: true });
      return users.filter(
        ({ roles: [role], organizationId: own }) =>
          role !== undefined && PLAYERS.includes(role) && (own === null || own === organizationId),
      );
    },
    staleTime: 30_000,
  });
