import { z } from 'zod';
import { Role } from '../../../../api/contracts/sign-in.contract.js';
import type { User } from '../../../../api/contracts/user.contract.js';
import { FormSelect } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useChangeUserRole } from '../people.api.js';
import { peopleMessages as messages } from '../people.messages.js';
import { assignableRoles, type Viewer } from '../viewer.js';

interface RoleDialogProps {
  user: User;
  viewer: Viewer;
  onClose: () => void;
}

/** Changes the role of a user. Selecting the current role is rejected without a request. */
export function RoleDialog({ user, viewer, onClose }: RoleDialogProps) {
  const change = useChangeUserRole(user);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: z.object({ role: Role }),
    values: { role: user.roles[0] ?? 'User' },
    action: change,
  });
  const submit = handleSubmit(({ role }) => {
    if (role !== user.roles[0]) return change.mutate(role, { onSuccess: onClose });
    toast(messages.roleDialog.unchanged, 'warning');
    return onClose();
  });
  return (
    <FormDialog
      title={messages.actions.editRole(user.username)}
      submit={messages.save}
      action={change}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormSelect
        control={control}
        name="role"
        label={messages.fields.role}
        options={assignableRoles(viewer).map((value) => ({ value, text: value }))}
      />
      <p>{messages.roleDialog.help}</p>
    </FormDialog>
  );
}
