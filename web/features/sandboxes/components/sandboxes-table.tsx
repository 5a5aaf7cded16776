import type { Sandbox } from '../../../../api/contracts/sandbox.contract.js';
import { DataTable } from '../../../shared/ui/data-table.js';
import { useNow } from '../../../shared/use-now.js';
import { SandboxRow } from './sandbox-row.js';

const COLUMNS = [{ label: 'Title' }, { label: 'Owner' }, { label: 'Use' }, { label: 'Actions', hidden: true }];

interface SandboxesTableProps {
  sandboxes: readonly Sandbox[];
  onDelete: (sandbox: Sandbox) => void;
}

/** Sandboxes in the order they are given in. */
export function SandboxesTable({ sandboxes, onDelete }: SandboxesTableProps) {
  const now = useNow();
  return (
    <DataTable label="Sandboxes" columns={COLUMNS}>
      {sandboxes.map((sandbox) => (
        <SandboxRow key={sandbox.id} sandbox={sandbox} now={now} onDelete={() => onDelete(sandbox)} />
      ))}
    </DataTable>
  );
}
