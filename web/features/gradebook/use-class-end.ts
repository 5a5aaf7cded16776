import { useMemo } from 'react';
import type { ClassSession } from '../../../api/contracts/group.contract.js';
import { createRowStore } from '../../shared/live-client/row-store.js';
import { useLiveRows, useRow } from '../../shared/live-client/use-live-rows.js';

/** When the class ended, as soon as it has; null while it has not. */
export function useClassEnd(session: ClassSession): string | null {
  const store = useMemo(() => createRowStore<ClassSession>(), []);
  useLiveRows({ topic: 'class', id: session.id, store });
  return (useRow(store, 'snapshot')?.value ?? session).endDate;
}
