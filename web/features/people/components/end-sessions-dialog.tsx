import type { User } from '../../../../api/contracts/user.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useEndUserSessions } from '../api/end-user-sessions.js';

/** Ends all sessions of a user after a confirmation. */
export function EndSessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const end = useEndUserSessions(user);
  return (
    <ConfirmDialog title={`End the sessions of ${user.username}?`} submit="End sessions" action={end} onClose={onClose}>
      <p>
        {user.username} is signed out on every device, also from a game that is being played. The account and its
        password stay as they are.
      </p>
    </ConfirmDialog>
  );
}
