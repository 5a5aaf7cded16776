import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useDeleteAccessCode } from '../api/delete-access-code.js';

/** Deletes a code after a confirmation. */
export default function DeleteCodeDialog({ code, onClose }: { code: AccessCode; onClose: () => void }) {
  const remove = useDeleteAccessCode(code);
  return (
    <ConfirmDialog title={`Delete code ${code.code}?`} submit="Delete" action={remove} onClose={onClose}>
      <p>Nobody can register with it any more. Who did so stays in the organization. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
