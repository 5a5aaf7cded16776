import { memo, useEffect, useRef } from 'react';
import { cellKey } from '../../../../api/contracts/cell-key.rule.js';
import type { GradebookRow } from '../../../../api/contracts/gradebook.contract.js';
import type { RowStore } from '../../../shared/live-client/row-store.js';
import { useRow } from '../../../shared/live-client/use-live-rows.js';
import { cellDisplay, TOO_FAST } from '../cell-display.js';
import { cellNote, cellSigns } from '../cell-note.js';
import { flash } from '../flash.js';
import { ariaColumn } from '../grid-places.js';
import type { GradebookScenario } from '../gradebook-scenario.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import styles from './gradebook-table.module.css';

interface GradeCellProps {
  store: RowStore<GradebookRow>;
  userId: string;
  scenario: GradebookScenario;
  row: number;
  column: number;
  left: number;
  width: number;
  active: boolean;
  selected: boolean;
}

/** A student's best attempt of one scenario. Renders alone when its row changes. */
export const GradeCell = memo(function GradeCell(props: GradeCellProps) {
  const { store, userId, scenario, row, column, left, width, active, selected } = props;
  const element = useRef<HTMLDivElement>(null);
  const stored = useRow(store, cellKey(userId, scenario.scenarioId));
  const sequence = stored?.sequence ?? 0;
  const seen = useRef(sequence);

  useEffect(() => {
    if (seen.current !== sequence && element.current) flash(element.current);
    seen.current = sequence;
  }, [sequence]);

  const value = stored?.value?.kind === 'cell' ? stored.value : null;
  const signs = cellSigns(stored?.value);
  const display = value && cellDisplay(value, scenario.scenarioType === 'Quiz');
  return (
    <div
      ref={element}
      role="gridcell"
      aria-colindex={ariaColumn(column)}
      data-place={`${row}:${column}`}
      data-grade={display?.grade ?? undefined}
      data-level={value?.level}
      aria-selected={selected || undefined}
      title={cellNote(stored?.value) || undefined}
      tabIndex={active ? 0 : -1}
      className={styles.cell}
      // the background is the percent bar, see the style sheet
      style={{ left, width, backgroundSize: `${Math.min(display?.percent ?? 0, 100)}% 3px` }}
    >
      {display && (display.grade === null ? '-' : <Grade {...display} />)}
      {value?.tooFast && <TooFast />}
      {signs && (
        <span aria-hidden="true" className={styles.signs}>
          {signs}
        </span>
      )}
    </div>
  );
});

const TooFast = () => (
  <span role="img" aria-label={messages.tooFast} title={messages.tooFast} className={styles.fast}>
    {TOO_FAST}
  </span>
);

/** Uses few elements, because hundreds of cells are created again during scrolling. */
function Grade({ grade, percent, questions }: ReturnType<typeof cellDisplay>) {
  return (
    <>
      <b>{grade}</b>
      {questions === null ? `${percent}%` : `${percent}% ${questions}`}
    </>
  );
}
