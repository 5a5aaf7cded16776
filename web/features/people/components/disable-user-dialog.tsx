import type { User } from '../../../../api/contracts/user.contract.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useSetUserEnabled } from '../api/set-user-enabled.js';
import { peopleMessages as messages } from '../people.messages.js';

/** Disables a user after a confirmation. */
export function DisableUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const texts = messages.disableDialog;
  const setEnabled = useSetUserEnabled(user);
  return (
    <FormDialog
      title={texts.title(user.username)}
      submit={texts.submit}
      harm
      action={setEnabled}
      onSubmit={() => setEnabled.mutate(false, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{texts.help(user.username)}</p>
    </FormDialog>
  );
}
