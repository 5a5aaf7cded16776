import type { ReactNode } from 'react';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { Scorecard } from '../../../api/contracts/score.contract.js';
import type { GradebookScenario } from './gradebook-scenario.js';

/** A cell that staff decides about, with what it shows. */
export interface ChosenCell {
  readonly userId: string;
  readonly username: string;
  readonly scenario: GradebookScenario;
  readonly value: GradebookRow | null;
}

/** Where a menu opens, in pixels of the window. */
export interface MenuPlace {
  readonly top: number;
  readonly left: number;
}

/** Parts of other features in the gradebook. */
export interface CellTools {
  /** The menu of one or several cells. `onAttempts` is undefined for several. */
  readonly menu: (props: {
    cells: readonly ChosenCell[];
    place: MenuPlace;
    onAttempts: (() => void) | undefined;
    onClose: () => void;
  }) => ReactNode;
  /** The menu of a scenario's column. */
  readonly scenarioMenu: (props: { scenario: GradebookScenario; place: MenuPlace; onClose: () => void }) => ReactNode;
  /** What staff decided about a cell, in the dialog of its attempts. */
  readonly decisions: (cell: ChosenCell) => ReactNode;
  /** The decisions about one attempt. */
  readonly attempt: (attempt: Scorecard) => ReactNode;
}
