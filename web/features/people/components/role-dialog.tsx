import { useState } from 'react';
import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import type { User } from '../../../../api/contracts/user.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { SelectField } from '../../../shared/ui/select-field.js';
import { useChangeUserRole } from '../api/change-user-role.js';
import { assignableRoles, type Viewer } from '../viewer.js';

interface RoleDialogProps {
  user: User;
  viewer: Viewer;
  onClose: () => void;
}

/** Gives a user another role; the same one again is refused without a call (product §5). */
export function RoleDialog({ user, viewer, onClose }: RoleDialogProps) {
  const [role, setRole] = useState<Role>(user.roles[0] ?? 'User');
  const change = useChangeUserRole(user);
  const submit = () => {
    if (role !== user.roles[0]) return change.mutate(role, { onSuccess: onClose });
    toast('User already has this role. No change made.', 'warning');
    return onClose();
  };
  return (
    <FormDialog
      title={`Edit Role of ${user.username}`}
      submit="Save"
      pending={change.isPending}
      problem={titleOf(change.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Role"
        value={role}
        options={assignableRoles(viewer).map((value) => ({ value, text: value }))}
        onChange={(value) => {
          setRole(value as Role);
          change.reset();
        }}
      />
      <p>The new role counts at once. Where it allows less, the person has to sign in again.</p>
    </FormDialog>
  );
}
