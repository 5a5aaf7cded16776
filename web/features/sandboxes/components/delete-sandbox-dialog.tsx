import type { Sandbox } from '../../../../api/contracts/sandbox.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useDeleteSandbox } from '../api/delete-sandbox.js';

/** Deletes a sandbox, whoever owns it, after a confirmation. */
export default function DeleteSandboxDialog({ sandbox, onClose }: { sandbox: Sandbox; onClose: () => void }) {
  const remove = useDeleteSandbox(sandbox);
  return (
    <FormDialog
      title={`Delete ${sandbox.title}?`}
      submit="Confirm"
      harm
      pending={remove.isPending}
      problem={titleOf(remove.error)}
      onSubmit={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>The sandbox is deleted for all users. This cannot be undone.</p>
    </FormDialog>
  );
}
