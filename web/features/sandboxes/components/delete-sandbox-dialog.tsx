import type { Sandbox } from '../../../../api/contracts/sandbox.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useDeleteSandbox } from '../api/delete-sandbox.js';
import { sandboxesMessages as messages } from '../sandboxes.messages.js';

/** Deletes a sandbox of any owner after a confirmation. */
export default function DeleteSandboxDialog({ sandbox, onClose }: { sandbox: Sandbox; onClose: () => void }) {
  const texts = messages.deleteDialog;
  const remove = useDeleteSandbox(sandbox);
  return (
    <ConfirmDialog title={texts.title(sandbox.title)} submit={texts.submit} action={remove} onClose={onClose}>
      <p>{texts.help}</p>
    </ConfirmDialog>
  );
}
