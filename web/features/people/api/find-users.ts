import type { User } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';

const SHOWN = 8;

/** GET /users/admin-detailed?search: the first few whose name fits, for fields that ask for a person. */
export const findUsers = (search: string): Promise<User[]> =>
  api.call<User[]>(`/users/admin-detailed?${new URLSearchParams({ limit: String(SHOWN), search })}`, {
    keepsPage: true,
  });
