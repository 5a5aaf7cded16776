import { useMemo } from 'react';
import type { ClassSession } from '../../../api/contracts/group.contract.js';
import { createRowStore } from '../../shared/live-client/row-store.js';
import { useLiveRows, useRow } from '../../shared/live-client/use-live-rows.js';

/** A class as it is right now, undefined until that is known. */
export function useClassNow(sessionId: string): ClassSession | undefined {
  const store = useMemo(() => ({ sessionId, rows: createRowStore<ClassSession>() }), [sessionId]).rows;
  useLiveRows({ topic: 'class', id: sessionId, store });
  return useRow(store, 'snapshot')?.value ?? undefined;
}
