import type { User } from '../../../../api/contracts/user.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useDeleteUser } from '../api/delete-user.js';

/** Deletes a user after a confirmation. */
export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useDeleteUser(user);
  return (
    <ConfirmDialog title={`Delete ${user.username}?`} submit="Delete" action={remove} onClose={onClose}>
      <p>
        {user.username} can no longer sign in, and the seat is free again. Scores stay in the gradebooks; the username
        stays taken. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
