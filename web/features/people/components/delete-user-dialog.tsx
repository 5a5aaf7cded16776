import type { User } from '../../../../api/contracts/user.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useDeleteUser } from '../api/delete-user.js';
import { peopleMessages as messages } from '../people.messages.js';

/** Deletes a user after a confirmation. */
export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const texts = messages.deleteDialog;
  const remove = useDeleteUser(user);
  return (
    <ConfirmDialog title={texts.title(user.username)} submit={texts.submit} action={remove} onClose={onClose}>
      <p>{texts.help(user.username)}</p>
    </ConfirmDialog>
  );
}
