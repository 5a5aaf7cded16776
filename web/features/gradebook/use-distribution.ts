import { useEffect, useReducer } from 'react';
import { cellKey } from '../../../api/contracts/cell-key.rule.js';
import { percentOfCell } from './cell-display.js';
import { distributionOf, type Distribution } from './distribution.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import type { GradebookView } from './use-gradebook-view.js';

/** Changes are counted together, at most this often. */
const TOGETHER_MS = 1_000;

/** The grades of the students shown, in one scenario or, without one, of their averages; kept current. */
export function useDistribution(view: GradebookView, scenario: GradebookScenario | null): Distribution {
  const { open, students, averages } = view;
  const [, countAgain] = useReducer((turn: number) => turn + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = open.store.subscribeAny(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        countAgain();
      }, TOGETHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [open]);
  const percentOf = (userId: string): number | null =>
    scenario ? percentOfCell(open.store.get(cellKey(userId, scenario.scenarioId))?.value) : averages.percentOf(userId);
  return distributionOf(students.map(({ userId }) => percentOf(userId)));
}
