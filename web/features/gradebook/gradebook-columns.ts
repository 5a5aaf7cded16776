import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_text,
  tableFeatures,
} from '@tanstack/react-table';
import { cellKey } from '../../../api/contracts/cell-key.rule.js';
import type { Gradebook } from '../../../api/contracts/gradebook.contract.js';
import { cellDisplay } from './cell-display.js';
import type { OpenGradebook } from './open-gradebook.js';
import type { RosterEntry } from './roster.js';

export type GradebookScenario = Gradebook['scenarios'][number];

export const NAME_COLUMN = 'student';

export const gradebookFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { text: sortFn_text },
});

/**
 * The columns: students, then the scenarios. A scenario sorts by what the store holds when the order is asked for, so rows
 * do not jump with every change; who has no attempt comes after the worst.
 */
export function gradebookColumns({ scenarios, store }: Pick<OpenGradebook, 'scenarios' | 'store'>) {
  const column = createColumnHelper<typeof gradebookFeatures, RosterEntry>();
  const percentOf = (student: RosterEntry, scenario: GradebookScenario): number => {
    const value = store.get(cellKey(student.userId, scenario.scenarioId))?.value;
    return value?.kind === 'cell' ? (cellDisplay(value, false).percent ?? -1) : -1;
  };
  return column.columns([
    column.accessor('username', { id: NAME_COLUMN, sortFn: 'text' }),
    ...scenarios.map((scenario) =>
      column.accessor('userId', {
        id: scenario.scenarioId,
        sortFn: (a, b) => percentOf(a.original, scenario) - percentOf(b.original, scenario),
        sortDescFirst: true,
      }),
    ),
  ]);
}

/** A campaign's stretch of neighbouring columns. */
export interface CampaignSpan {
  id: string;
  title: string;
  type: GradebookScenario['campaignType'];
  first: number;
  count: number;
}

/** The campaigns over the scenario columns, in their order. */
export function campaignSpans(scenarios: readonly GradebookScenario[]): CampaignSpan[] {
  const spans: CampaignSpan[] = [];
  scenarios.forEach(({ campaignId, campaignTitle, campaignType }, index) => {
    const last = spans.at(-1);
    if (last?.id === campaignId) last.count += 1;
    else spans.push({ id: campaignId, title: campaignTitle, type: campaignType, first: index, count: 1 });
  });
  return spans;
}
