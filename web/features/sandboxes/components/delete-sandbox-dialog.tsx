import type { Sandbox } from '../../../../api/contracts/sandbox.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useDeleteSandbox } from '../api/delete-sandbox.js';

/** Deletes a sandbox, whoever owns it, after a confirmation. */
export default function DeleteSandboxDialog({ sandbox, onClose }: { sandbox: Sandbox; onClose: () => void }) {
  const remove = useDeleteSandbox(sandbox);
  return (
    <ConfirmDialog title={`Delete ${sandbox.title}?`} submit="Confirm" action={remove} onClose={onClose}>
      <p>The sandbox is deleted for all users. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
