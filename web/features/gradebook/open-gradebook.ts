import type { Gradebook, GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import { gradebookRows } from '../../../api/contracts/gradebook-rows.rule.js';
import type { LivePosition } from '../../shared/live-client/live-client.js';
import { createRowStore, type RowStore } from '../../shared/live-client/row-store.js';
import { createRoster, type Roster } from './roster.js';

export interface OpenGradebook {
  sessionId: string;
  scenarios: Gradebook['scenarios'];
  store: RowStore<GradebookRow>;
  roster: Roster;
  /** Position from which live rows continue. */
  from: LivePosition;
}

/** Copies a loaded gradebook into a store that live rows update. */
export function openGradebook(gradebook: Gradebook): OpenGradebook {
  const { session, scenarios, generation, sequence } = gradebook;
  const store = createRowStore(gradebookRows(gradebook));
  return { sessionId: session.id, scenarios, store, roster: createRoster(store), from: { generation, sequence } };
}
