import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { storedSignIn } from '../../shared/session/stored-sign-in.js';
import { sessionRolesQuery } from './api/get-session-roles.js';
import { userQuery } from './api/get-user.js';

/** Returns the role that determines the menus; undefined while it loads. */
export const useFirstRole = (): Role | undefined => useQuery(sessionRolesQuery()).data?.[0];

/** Returns the signed-in user; undefined while it loads. */
export function useSignedInUser() {
  const id = storedSignIn.userId() ?? '';
  return useQuery({ ...userQuery(id), enabled: id !== '' }).data;
}
