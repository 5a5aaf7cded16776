import { useCallback, useEffect, useState } from 'react';
import type { Role } from '../../api/contracts/sign-in.contract.js';
import { getSessionRoles } from '../features/sign-in/api/get-session-roles.js';
import { ApiError } from '../shared/api-client/api-error.js';
import { Loading } from '../shared/ui/loading.js';
import { StartFailed } from './start-failed.js';

interface OwnLandingProps {
  onRole: (role: Role | undefined) => void;
  /** Called when the stored session has expired. */
  onOver: () => void;
}

/** Loads the role of a signed-in person who opened `/` without logging out. */
export function OwnLanding({ onRole, onOver }: OwnLandingProps) {
  const [hasFailed, setFailed] = useState(false);
  const find = useCallback(() => {
    getSessionRoles({ background: true }).then(
      ([role]) => onRole(role),
      (error: unknown) => (error instanceof ApiError && error.status === 401 ? onOver() : setFailed(true)),
    );
  }, [onRole, onOver]);
  useEffect(find, [find]);
  const retry = () => {
    setFailed(false);
    find();
  };
  return hasFailed ? <StartFailed onRetry={retry} /> : <Loading />;
}
