import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DeadLetter } from '../../../../api/contracts/dead-letter.contract.js';
import { useNow } from '../../../shared/use-now.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { deadLettersQuery } from '../api/get-dead-letters.js';
import { DeadLetterCard } from './dead-letter-card.js';
import { ReplayDialog } from './replay-dialog.js';
import styles from './system-status.module.css';

/** The section of the system page with what could not be digested: which, why, what it means, and the button to replay it. */
export function DeadLetterList() {
  const headingId = useId();
  const now = useNow();
  const { data, isError, refetch } = useQuery(deadLettersQuery());
  const [asked, setAsked] = useState<DeadLetter | null>(null);
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>DEAD LETTERS</h2>
      <p className={styles.soft}>
        Events that a reader failed at, and jobs that failed at every try. Nothing of them is lost.
      </p>
      {!data && !isError && <TableSkeleton />}
      {isError && (
        <EmptyNote
          title={data ? 'The list may be old: it could not be loaded again.' : 'The list could not be loaded.'}
        >
          <Button variant="outlined" onClick={() => void refetch()}>
            Load the list again
          </Button>
        </EmptyNote>
      )}
      {data?.letters.length === 0 && (
        <EmptyNote title="No dead letters.">
          <p>When a reader or a job fails for good, it stands here with what to do.</p>
        </EmptyNote>
      )}
      {data && !data.jobsKnown && (
        <p className={styles.stale}>The store of the jobs does not answer: failed jobs are not shown.</p>
      )}
      {data && data.letters.length > 0 && (
        <ul className={styles.letters}>
          {data.letters.map((letter) => (
            <DeadLetterCard key={letter.key} letter={letter} now={now} onReplay={() => setAsked(letter)} />
          ))}
        </ul>
      )}
      {data && data.total > data.letters.length && (
        <p className={styles.soft}>
          The oldest {data.letters.length} of {data.total}; the others follow when these are gone.
        </p>
      )}
      {asked && <ReplayDialog letter={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}
