import type { User } from '../../../../api/contracts/user.contract.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useSetUserEnabled } from '../api/set-user-enabled.js';

/** Disables a user after a confirmation. */
export function DisableUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const setEnabled = useSetUserEnabled(user);
  return (
    <FormDialog
      title={`Disable ${user.username}?`}
      submit="Disable"
      harm
      action={setEnabled}
      onSubmit={() => setEnabled.mutate(false, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {user.username} is signed out on every device and cannot sign in until the account is enabled again. The seat is
        free for another user meanwhile. Scores stay in the gradebooks.
      </p>
    </FormDialog>
  );
}
