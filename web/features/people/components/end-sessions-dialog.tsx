import type { User } from '../../../../api/contracts/user.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useEndUserSessions } from '../api/end-user-sessions.js';
import { peopleMessages as messages } from '../people.messages.js';

/** Ends all sessions of a user after a confirmation. */
export function EndSessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const texts = messages.endSessionsDialog;
  const end = useEndUserSessions(user);
  return (
    <ConfirmDialog title={texts.title(user.username)} submit={texts.submit} action={end} onClose={onClose}>
      <p>{texts.help(user.username)}</p>
    </ConfirmDialog>
  );
}
