import { cellKey } from '../../../../api/contracts/cell-key.rule.js';
import { useRow } from '../../../shared/live-client/use-live-rows.js';
import { cellNote, cellSigns } from '../cell-note.js';
import type { ChosenCell } from '../cell-tools.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import type { GradebookView } from '../use-gradebook-view.js';
import styles from './gradebook-table.module.css';

/** The decisions about the focused cell and its original result, in a line below the grid; empty for an undecided cell. */
export function CellNoteLine({ view, cell }: { view: GradebookView; cell: ChosenCell | null }) {
  const row = useRow(view.open.store, cell ? cellKey(cell.userId, cell.scenario.scenarioId) : '')?.value;
  if (!cell || cellSigns(row) === '') return null;
  return (
    <p className={styles.note}>{messages.noteOf(cell.username, cell.scenario.scenarioShortTitle, cellNote(row))}</p>
  );
}
