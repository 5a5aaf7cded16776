import type { User } from '../../../../api/contracts/user.contract.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import type { OrganizationChoice, Viewer } from '../viewer.js';
import { useDeleteUser, useEndUserSessions, useSetUserEnabled } from '../people.api.js';
import { peopleMessages as messages } from '../people.messages.js';
import { EditUserDialog } from './edit-user-dialog.js';
import { ResetPasswordDialog } from './reset-password-dialog.js';
import { RoleDialog } from './role-dialog.js';

/** An action on a user that opens a dialog, or the history. */
export interface UserAction {
  kind: 'edit' | 'role' | 'reset' | 'end-sessions' | 'disable' | 'delete' | 'history';
  user: User;
}

interface UserDialogsProps {
  action: UserAction;
  viewer: Viewer;
  organizations: readonly OrganizationChoice[];
  onClose: () => void;
}

/** The dialog of an action, in a chunk of its own so that the page loads faster. */
export default function UserDialogs({ action: { kind, user }, viewer, organizations, onClose }: UserDialogsProps) {
  const common = { user, onClose };
  if (kind === 'edit') return <EditUserDialog {...common} viewer={viewer} organizations={organizations} />;
  if (kind === 'role') return <RoleDialog {...common} viewer={viewer} />;
  if (kind === 'reset') return <ResetPasswordDialog {...common} />;
  if (kind === 'end-sessions') return <EndSessionsDialog {...common} />;
  if (kind === 'disable') return <DisableUserDialog {...common} />;
  return kind === 'delete' ? <DeleteUserDialog {...common} /> : null;
}

/** Disables a user after a confirmation. */
function DisableUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
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

/** Ends all sign-in sessions of a user after a confirmation. */
function EndSessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const texts = messages.endSessionsDialog;
  const end = useEndUserSessions(user);
  return (
    <ConfirmDialog title={texts.title(user.username)} submit={texts.submit} action={end} onClose={onClose}>
      <p>{texts.help(user.username)}</p>
    </ConfirmDialog>
  );
}

/** Deletes a user after a confirmation. */
function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const texts = messages.deleteDialog;
  const remove = useDeleteUser(user);
  return (
    <ConfirmDialog title={texts.title(user.username)} submit={texts.submit} action={remove} onClose={onClose}>
      <p>{texts.help(user.username)}</p>
    </ConfirmDialog>
  );
}
