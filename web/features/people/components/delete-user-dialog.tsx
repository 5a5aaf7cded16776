import type { User } from '../../../../api/contracts/user.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useDeleteUser } from '../api/delete-user.js';

/** Deletes a user after a confirmation. */
export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useDeleteUser(user);
  return (
    <FormDialog
      title={`Delete ${user.username}?`}
      submit="Delete"
      harm
      pending={remove.isPending}
      problem={titleOf(remove.error)}
      onSubmit={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {user.username} can no longer sign in, and the seat is free again. Scores stay in the gradebooks; the username
        stays taken. This cannot be undone.
      </p>
    </FormDialog>
  );
}
