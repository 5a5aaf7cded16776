import type { KeyboardEvent, MouseEvent } from 'react';
import type { MenuPlace } from './cell-tools.js';
import { BY_AVERAGE, BY_DONE, BY_NAME, BY_STUDENT } from './gradebook-order.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import {
  AVERAGE_COLUMN,
  AVERAGE_ROW,
  FIRST_SCENARIO_COLUMN,
  FIRST_STUDENT_ROW,
  NAME_COLUMN,
  TITLE_ROW,
} from './grid-places.js';
import type { GridPosition } from '../../shared/grid/grid-travel.js';
import type { RosterEntry } from './roster.js';
import { positionOf } from '../../shared/grid/use-grid-focus.js';
import type { GradebookView } from './use-gradebook-view.js';

export interface GridActions {
  onSort: (by: string) => void;
  /** Opens the answers of a quiz; `followed` means that the browser already follows a link to them. */
  onQuiz: (scenario: GradebookScenario, followed: boolean) => void;
  /** Opens a student's attempts of one scenario, or of all scenarios. */
  onAttempts: (student: RosterEntry, scenario: GradebookScenario | null) => void;
  onDistribution: (scenario: GradebookScenario | null) => void;
  /** Opens the menu of a cell or of a scenario's title; omitted when nothing can be changed. */
  onMenu?: (position: GridPosition, place: MenuPlace) => void;
}

/**
 * Returns the actions of Enter, click and touch for each cell. A quiz opens its answers, so its sort and attempts use a second way: Space or
 * Shift. On the title of the usernames, the second way sorts by name. The context menu opens the menu of a cell or scenario.
 */
export function useGridActions(view: GradebookView, actions: GridActions) {
  const scenarioAt = ({ column }: GridPosition) => view.scenarios[column - FIRST_SCENARIO_COLUMN] ?? null;
  const studentAt = ({ row }: GridPosition) => view.students[row - FIRST_STUDENT_ROW];

  function act(
    position: GridPosition,
    { second = false, followed = false }: { second?: boolean; followed?: boolean },
  ): void {
    const scenario = scenarioAt(position);
    if (position.row === AVERAGE_ROW) {
      if (scenario || position.column === AVERAGE_COLUMN) actions.onDistribution(scenario);
    } else if (scenario?.scenarioType === 'Quiz' && !second) actions.onQuiz(scenario, followed);
    else if (position.row === TITLE_ROW) {
      actions.onSort(scenario?.scenarioId ?? sortOf(position.column, second));
    } else {
      const student = studentAt(position);
      if (student) actions.onAttempts(student, scenario);
    }
  }

  function sortOf(column: number, second: boolean): string {
    if (column === NAME_COLUMN) return second && view.showNames ? BY_NAME : BY_STUDENT;
    return column === AVERAGE_COLUMN ? BY_AVERAGE : BY_DONE;
  }

  return {
    /** Returns true when the key has an action in the active cell. */
    onKey(event: KeyboardEvent, active: GridPosition): boolean {
      if (event.key !== 'Enter' && event.key !== ' ') return false;
      // links and buttons turn these keys into clicks
      if (within(event.target, 'a, button')) return true;
      event.preventDefault();
      act(active, { second: event.key === ' ' || event.shiftKey });
      return true;
    },
    onClick({ target, shiftKey }: MouseEvent): void {
      const position = positionOf(target);
      if (position) act(position, { second: shiftKey || within(target, '[data-sort]'), followed: within(target, 'a') });
    },
    onContextMenu(event: MouseEvent): void {
      const position = positionOf(event.target);
      if (!actions.onMenu || !position || !scenarioAt(position) || position.row === AVERAGE_ROW) return;
      event.preventDefault();
      actions.onMenu(position, placeOf(event));
    },
  };
}

/** Returns the place of the pointer, or of the cell when a key opened the menu. */
function placeOf({ clientX, clientY, target }: MouseEvent): MenuPlace {
  if (clientX > 0 || clientY > 0) return { left: clientX, top: clientY };
  const { left, bottom } = (target as HTMLElement).getBoundingClientRect();
  return { left, top: bottom };
}

const within = (target: EventTarget, selector: string): boolean => (target as HTMLElement).closest(selector) !== null;
