import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useDeleteAccessCode } from '../api/delete-access-code.js';

/** Deletes a code after a confirmation. */
export default function DeleteCodeDialog({ code, onClose }: { code: AccessCode; onClose: () => void }) {
  const remove = useDeleteAccessCode(code);
  return (
    <FormDialog
      title={`Delete code ${code.code}?`}
      submit="Delete"
      harm
      pending={remove.isPending}
      problem={titleOf(remove.error)}
      onSubmit={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Nobody can register with it any more. Who did so stays in the organization. This cannot be undone.</p>
    </FormDialog>
  );
}
