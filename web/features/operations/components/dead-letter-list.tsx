import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DeadLetter } from '../../../../api/contracts/dead-letter.contract.js';
import { useNow } from '../../../shared/use-now.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { deadLettersQuery } from '../api/get-dead-letters.js';
import { operationsMessages as messages } from '../operations.messages.js';
import { DeadLetterCard } from './dead-letter-card.js';
import { ReplayDialog } from './replay-dialog.js';
import styles from './system-status.module.css';

/** Section of the system page with the dead letters. Each has its cause, its meaning, and a button to replay it. */
export function DeadLetterList() {
  const texts = messages.deadLetters;
  const headingId = useId();
  const now = useNow();
  const { data, isError, refetch } = useQuery(deadLettersQuery());
  const [asked, setAsked] = useState<DeadLetter | null>(null);
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{texts.title}</h2>
      <p className={styles.soft}>{texts.help}</p>
      {!data && !isError && <TableSkeleton />}
      {isError && (
        <EmptyNote title={data ? texts.old : texts.notLoaded}>
          <Button variant="outlined" onClick={() => void refetch()}>
            {texts.loadAgain}
          </Button>
        </EmptyNote>
      )}
      {data?.letters.length === 0 && (
        <EmptyNote title={texts.none}>
          <p>{texts.noneHelp}</p>
        </EmptyNote>
      )}
      {data && !data.jobsKnown && <p className={styles.stale}>{texts.jobsUnknown}</p>}
      {data && data.letters.length > 0 && (
        <ul className={styles.letters}>
          {data.letters.map((letter) => (
            <DeadLetterCard key={letter.key} letter={letter} now={now} onReplay={() => setAsked(letter)} />
          ))}
        </ul>
      )}
      {data && data.total > data.letters.length && (
        <p className={styles.soft}>{texts.oldest(data.letters.length, data.total)}</p>
      )}
      {asked && <ReplayDialog letter={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}
