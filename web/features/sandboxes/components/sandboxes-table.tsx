import type { Sandbox } from '../../../../api/contracts/sandbox.contract.js';
import { DataTable } from '../../../shared/ui/data-table.js';
import { useNow } from '../../../shared/use-now.js';
import { sandboxesMessages as messages } from '../sandboxes.messages.js';
import { SandboxRow } from './sandbox-row.js';

interface SandboxesTableProps {
  sandboxes: readonly Sandbox[];
  onDelete: (sandbox: Sandbox) => void;
}

/** Table of sandboxes in the given order. */
export function SandboxesTable({ sandboxes, onDelete }: SandboxesTableProps) {
  const labels = messages.columns;
  const now = useNow();
  return (
    <DataTable
      label={messages.title}
      columns={[
        { label: labels.title },
        { label: labels.owner },
        { label: labels.use },
        { label: labels.actions, hidden: true },
      ]}
    >
      {sandboxes.map((sandbox) => (
        <SandboxRow key={sandbox.id} sandbox={sandbox} now={now} onDelete={() => onDelete(sandbox)} />
      ))}
    </DataTable>
  );
}
