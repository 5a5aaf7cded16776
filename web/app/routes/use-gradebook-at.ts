import type { CellResults } from '../../../api/contracts/cell-results.rule.js';
import { useEffect, useMemo, useState } from 'react';
import { cellKey } from '../../../api/contracts/cell-key.rule.js';
import type { Debrief } from '../../../api/contracts/debrief.rule.js';
import {
  cellAt,
  isStudent,
  type RecordedScenario,
  scenariosAt,
  studentRowOf,
} from '../../../api/contracts/debrief-gradebook.rule.js';
import { type DebriefState, NONE } from '../../../api/contracts/debrief-state.rule.js';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { LiveRow } from '../../../api/contracts/live.contract.js';
import type { DebriefViewProps } from '../../features/debrief/components/debrief-page.js';
import { usePlayhead } from '../../features/debrief/use-playhead.js';
import type { OpenDebrief } from '../../features/debrief/use-open-debrief.js';
import type { OpenGradebook } from '../../features/gradebook/open-gradebook.js';
import { createRoster } from '../../features/gradebook/roster.js';
import { createRowStore } from '../../shared/live-client/row-store.js';

/** A new edition of the catalogue changes the columns, which is rare. */
const COLUMNS_EVERY_MS = 500;
const NOT_LIVE = { generation: 0, sequence: 0 };

/** Returns a gradebook whose store follows the shown moment with each frame. */
export function useGradebookAt({ open, playhead }: DebriefViewProps): OpenGradebook {
  const { debrief, axis, recording } = open;
  const { offset } = usePlayhead(playhead, COLUMNS_EVERY_MS);
  const scenarios = useColumns(debrief, debrief.at(debrief.positionAt(axis.timeAt(offset))));
  const filled = useMemo(() => {
    const rowsAt = createRowsAt(open);
    const store = createRowStore(rowsAt(playhead.get().offset));
    return { rowsAt, store, roster: createRoster(store) };
  }, [open, playhead]);
  useEffect(() => {
    const follow = (): void => filled.store.apply(filled.rowsAt(playhead.get().offset));
    follow();
    const stopRoster = filled.roster.subscribe(() => undefined);
    const stop = playhead.subscribe(follow);
    return () => {
      stopRoster();
      stop();
    };
  }, [filled, playhead]);
  const sessionId = recording.session.id;
  return useMemo(
    () => ({ sessionId, scenarios, store: filled.store, roster: filled.roster, from: NOT_LIVE }),
    [sessionId, scenarios, filled],
  );
}

/** Returns the columns of a moment. The same columns are the same array, because a new one sorts the grid again. */
function useColumns(debrief: Debrief, state: DebriefState): RecordedScenario[] {
  const now = scenariosAt(debrief, state);
  const [shown, setShown] = useState({ edition: state.facts.edition, columns: [...now] });
  const isSame =
    shown.edition === state.facts.edition &&
    shown.columns.length === now.length &&
    shown.columns.every(({ scenarioId }, place) => scenarioId === now[place]!.scenarioId);
  if (!isSame) setShown({ edition: state.facts.edition, columns: [...now] });
  return shown.columns;
}

/** Returns a function that lists the rows that differ from its last call. Each call has a new sequence, in both directions of time. */
function createRowsAt({ debrief, axis, recording }: OpenDebrief) {
  const { people, scenarios } = recording;
  const shownAttempts = new Int32Array(people.length * scenarios.length).fill(NONE);
  const shownStatus = new Uint8Array(shownAttempts.length);
  const shownRuled: (CellResults | undefined)[] = [];
  const shownStudents = new Uint8Array(people.length);
  let sequence = 0;
  let shownPosition = NONE;
  return (offset: number): LiveRow<GradebookRow>[] => {
    const position = debrief.positionAt(axis.timeAt(offset));
    if (position === shownPosition) return [];
    shownPosition = position;
    sequence += 1;
    const state = debrief.at(position);
    const rows: LiveRow<GradebookRow>[] = [];
    for (let person = 0; person < people.length; person += 1) {
      const isShown = Number(isStudent(state, person));
      if (shownStudents[person] === isShown) continue;
      shownStudents[person] = isShown;
      rows.push({ key: people[person]![0], sequence, value: isShown ? studentRowOf(people[person]!) : null });
    }
    const { best, status, ruled } = state;
    for (let cell = 0; cell < best.length; cell += 1) {
      const index = best[cell]!;
      const cellStatus = index === NONE ? 0 : status[index]!;
      const results = ruled.get(cell);
      if (shownAttempts[cell] === index && shownStatus[cell] === cellStatus && shownRuled[cell] === results) continue;
      shownRuled[cell] = results;
      shownAttempts[cell] = index;
      shownStatus[cell] = cellStatus;
      const key = cellKey(people[Math.floor(cell / scenarios.length)]![0], scenarios[cell % scenarios.length]!);
      rows.push({ key, sequence, value: cellAt(debrief, state, cell) });
    }
    return rows;
  };
}
