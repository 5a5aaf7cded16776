import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { RowStore } from '../../shared/live-client/row-store.js';

export interface RosterEntry {
  userId: string;
  username: string;
  name: string;
  enabled: boolean;
}

/** The row key of a student is the plain user id. The key of a cell contains a colon (gradebook contract). */
const isStudentKey = (key: string): boolean => !key.includes(':');

/** Creates the list of the store's students, kept current. Returns the same array until one of them changes. */
export function createRoster(store: RowStore<GradebookRow>) {
  let current = read(store);
  return {
    get: (): readonly RosterEntry[] => current,
    subscribe: (listener: () => void) =>
      store.subscribeAny((keys) => {
        if (![...keys].some(isStudentKey)) return;
        current = read(store);
        listener();
      }),
  };
}
export type Roster = ReturnType<typeof createRoster>;

function read(store: RowStore<GradebookRow>): RosterEntry[] {
  const entries: RosterEntry[] = [];
  for (const [userId, { value }] of store.entries()) {
    if (value?.kind !== 'student') continue;
    const { username, firstName, lastName, enabled } = value;
    entries.push({ userId, username, name: `${firstName} ${lastName}`.trim(), enabled });
  }
  return entries;
}
