import type { User } from '../../../api/contracts/user.contract.js';

/** What an administrator wants to do, to whom. */
export interface AskedOf {
  kind: 'edit' | 'role' | 'reset' | 'end-sessions' | 'delete' | 'history';
  user: User;
}
