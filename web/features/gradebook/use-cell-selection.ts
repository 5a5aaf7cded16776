import { MAX_DECIDED_CELLS } from '../../../api/contracts/grading.rule.js';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { cellKey } from '../../../api/contracts/cell-key.rule.js';
import type { GridPosition } from '../../shared/grid/grid-travel.js';
import type { ChosenCell } from './cell-tools.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import type { RosterEntry } from './roster.js';
import { FIRST_SCENARIO_COLUMN, FIRST_STUDENT_ROW } from './grid-places.js';
import type { GradebookView } from './use-gradebook-view.js';

const NONE: ReadonlySet<string> = new Set();

function cellOf({ open }: GradebookView, { userId, username }: RosterEntry, scenario: GradebookScenario): ChosenCell {
  const value = open.store.get(cellKey(userId, scenario.scenarioId))?.value ?? null;
  return { userId, username, scenario, value };
}

/** Returns the cell at a place of the grid; null outside the results. */
export function cellAt(view: GradebookView, { row, column }: GridPosition): ChosenCell | null {
  const student = view.students[row - FIRST_STUDENT_ROW];
  const scenario = view.scenarios[column - FIRST_SCENARIO_COLUMN];
  return student && scenario ? cellOf(view, student, scenario) : null;
}

/** A range that was extended with the keyboard. */
interface ExtendedRange {
  /** Its positions are those of this view. */
  view: GradebookView;
  from: GridPosition;
  to: GridPosition;
}

/**
 * The selected cells of the grid, by row key. Ctrl or Cmd with a click selects one more cell, Shift with an arrow key extends a range, and
 * in the select mode for touch each tap selects.
 */
export function useCellSelection(view: GradebookView) {
  const [selected, setSelected] = useState(NONE);
  const [isSelecting, setSelecting] = useState(false);
  const [range, setRange] = useState<ExtendedRange | null>(null);

  const cellIn = (position: GridPosition): ChosenCell | null => cellAt(view, position);

  function toggle(cell: ChosenCell): void {
    const next = new Set(selected);
    if (!next.delete(keyOf(cell)) && next.size < MAX_DECIDED_CELLS) next.add(keyOf(cell));
    setSelected(next);
    setRange(null);
  }

  function clear(): void {
    setSelected(NONE);
    setSelecting(false);
    setRange(null);
  }

  function extendTo(from: GridPosition, to: GridPosition): void {
    const keys = new Set<string>();
    for (let row = Math.min(from.row, to.row); row <= Math.max(from.row, to.row); row += 1) {
      for (let column = Math.min(from.column, to.column); column <= Math.max(from.column, to.column); column += 1) {
        const cell = cellIn({ row, column });
        if (cell && keys.size < MAX_DECIDED_CELLS) keys.add(keyOf(cell));
      }
    }
    setSelected(keys);
  }

  return {
    selected,
    isSelecting,
    cellAt: cellIn,
    cellOf: (student: RosterEntry, scenario: GradebookScenario) => cellOf(view, student, scenario),
    clear,
    toggleMode: () => (isSelecting ? clear() : setSelecting(true)),
    /** Returns the selected cells that the grid shows. */
    cells: (): ChosenCell[] =>
      view.students.flatMap((_, row) =>
        view.scenarios.flatMap((__, column) => {
          const cell = cellIn({ row: row + FIRST_STUDENT_ROW, column: column + FIRST_SCENARIO_COLUMN });
          return cell && selected.has(keyOf(cell)) ? [cell] : [];
        }),
      ),
    /** Selects with a click; returns false for a click with another meaning. */
    onClick(event: MouseEvent, position: GridPosition | null): boolean {
      const cell = position && cellIn(position);
      if (!cell || !(isSelecting || event.ctrlKey || event.metaKey)) return false;
      event.preventDefault();
      toggle(cell);
      return true;
    },
    /** Extends or clears with a key; returns the cell that gets the focus, or false for a key with another meaning. */
    onKey(event: KeyboardEvent, active: GridPosition): GridPosition | boolean {
      if (event.key === 'Escape' && selected.size > 0) {
        clear();
        return true;
      }
      if (event.key === ' ' && event.ctrlKey) {
        const cell = cellIn(active);
        if (cell) toggle(cell);
        return cell !== null;
      }
      const step = event.shiftKey ? STEPS[event.key] : undefined;
      if (!step || !cellIn(active)) return false;
      const to = { row: active.row + step.row, column: active.column + step.column };
      if (!cellIn(to)) return true;
      event.preventDefault();
      // The tab stop is the same object until it moves. A range starts again when the focus has left its end, or when rows have changed.
      const from = range?.view === view && range.to === active ? range.from : active;
      setRange({ view, from, to });
      extendTo(from, to);
      return to;
    },
  };
}

const STEPS: Readonly<Record<string, GridPosition>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

const keyOf = ({ userId, scenario }: ChosenCell): string => cellKey(userId, scenario.scenarioId);
