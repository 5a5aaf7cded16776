import type { User } from '../../../api/contracts/user.contract.js';

/** A dialog that an administrator opens for a user. */
export interface AskedOf {
  kind: 'edit' | 'role' | 'reset' | 'end-sessions' | 'disable' | 'delete' | 'history';
  user: User;
}
