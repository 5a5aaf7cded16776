import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useDeleteAccessCode } from '../api/delete-access-code.js';
import { accessCodesMessages as messages } from '../access-codes.messages.js';

/** Deletes a code after a confirmation. */
export default function DeleteCodeDialog({ code, onClose }: { code: AccessCode; onClose: () => void }) {
  const remove = useDeleteAccessCode(code);
  return (
    <ConfirmDialog
      title={messages.deleteDialog.title(code.code)}
      submit={messages.deleteDialog.submit}
      action={remove}
      onClose={onClose}
    >
      <p>{messages.deleteDialog.help}</p>
    </ConfirmDialog>
  );
}
