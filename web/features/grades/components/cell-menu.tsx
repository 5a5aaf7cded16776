import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import type { CellDecisionChange } from '../../../../api/contracts/grading.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import type { DecidedCell } from '../decided-cell.js';
import { decisionsMessages as messages } from '../decisions.messages.js';

const DecideCellsDialog = lazyDialog(() => import('./decide-cells-dialog.js'));

const KINDS = ['Points', 'Excused', 'Comment', 'Cleared'] as const satisfies readonly CellDecisionChange['kind'][];

interface CellMenuProps {
  sessionId: string;
  cells: readonly DecidedCell[];
  place: { top: number; left: number };
  onAttempts: (() => void) | undefined;
  onClose: () => void;
}

/** The decisions that staff can make about one or several cells. */
export default function CellMenu({ sessionId, cells, place, onAttempts, onClose }: CellMenuProps) {
  const [kind, setKind] = useState<CellDecisionChange['kind'] | null>(null);
  if (kind) return <DecideCellsDialog sessionId={sessionId} cells={cells} kind={kind} onClose={onClose} />;
  return (
    <Menu
      open
      anchorReference="anchorPosition"
      anchorPosition={place}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': messages.menu(cells.length) } }}
    >
      {onAttempts && <MenuItem onClick={onAttempts}>{messages.attempts}</MenuItem>}
      {KINDS.map((each) => (
        <MenuItem
          key={each}
          disabled={each === 'Cleared' && !cells.some(({ isReplaced }) => isReplaced)}
          onClick={() => setKind(each)}
        >
          {messages.actions[each]}
        </MenuItem>
      ))}
    </Menu>
  );
}
