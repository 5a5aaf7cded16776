import { useMemo } from 'react';
import type { ClassSession } from '../../../../api/contracts/group.contract.js';
import { createRowStore } from '../../../shared/live-client/row-store.js';
import { useLiveRows, useRow } from '../../../shared/live-client/use-live-rows.js';
import styles from './gradebook-page.module.css';

/** Says that the class is over, as soon as it is. */
export function ClassEndedNotice({ session }: { session: ClassSession }) {
  const store = useMemo(() => createRowStore<ClassSession>(), []);
  useLiveRows({ topic: 'class', id: session.id, store });
  const { endDate } = useRow(store, 'snapshot')?.value ?? session;
  return (
    <p role="status" className={endDate ? styles.ended : 'visually-hidden'}>
      {endDate &&
        `This class ended on ${new Date(endDate).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}.`}
    </p>
  );
}
