import type { AskedOf } from '../asked-of.js';
import type { OrganizationChoice } from '../organization-choice.js';
import type { Viewer } from '../viewer.js';
import { DeleteUserDialog } from './delete-user-dialog.js';
import { DisableUserDialog } from './disable-user-dialog.js';
import { EditUserDialog } from './edit-user-dialog.js';
import { EndSessionsDialog } from './end-sessions-dialog.js';
import { ResetPasswordDialog } from './reset-password-dialog.js';
import { RoleDialog } from './role-dialog.js';

interface UserDialogsProps {
  asked: AskedOf;
  viewer: Viewer;
  organizations: readonly OrganizationChoice[];
  onClose: () => void;
}

/** The dialog for what was asked; apart from the page, which is there sooner without it. */
export default function UserDialogs({ asked: { kind, user }, viewer, organizations, onClose }: UserDialogsProps) {
  const common = { user, onClose };
  if (kind === 'edit') return <EditUserDialog {...common} viewer={viewer} organizations={organizations} />;
  if (kind === 'role') return <RoleDialog {...common} viewer={viewer} />;
  if (kind === 'reset') return <ResetPasswordDialog {...common} />;
  if (kind === 'end-sessions') return <EndSessionsDialog {...common} />;
  if (kind === 'disable') return <DisableUserDialog {...common} />;
  return kind === 'delete' ? <DeleteUserDialog {...common} /> : null;
}
