import { mdiCheckDecagram } from '@mdi/js';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ReviewList } from '../../../../api/contracts/grades.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { useLiveSnapshot } from '../../../shared/live-client/use-live-rows.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Loading } from '../../../shared/ui/loading.js';
import { gradesMessages as messages } from '../grades.messages.js';
import { ReviewCard } from './review-card.js';
import styles from './review.module.css';

const CountingDialog = lazyDialog(() => import('./counting-dialog.js'));

interface ReviewPageProps {
  sessionId: string;
  /** Undefined while the class loads. */
  courseId: string | undefined;
  subtitle: string | undefined;
}

/** The flagged results of a class with their reasons, and the decisions about them, live. */
export function ReviewPage({ sessionId, courseId, subtitle }: ReviewPageProps) {
  const list = useLiveSnapshot<ReviewList>('review', sessionId);
  const [isCounting, setCounting] = useState(false);
  return (
    <section className={styles.page} aria-label={messages.title}>
      <header className={styles.header}>
        <div>
          <h1>{messages.title}</h1>
          {subtitle && <p className={styles.soft}>{subtitle}</p>}
        </div>
        <Button
          variant="outlined"
          disabled={!courseId}
          startIcon={<Icon path={mdiCheckDecagram} />}
          onClick={() => setCounting(true)}
        >
          {messages.counting.open}
        </Button>
      </header>
      {list ? <Reviewed sessionId={sessionId} list={list} /> : <Loading />}
      {isCounting && courseId && <CountingDialog courseId={courseId} onClose={() => setCounting(false)} />}
    </section>
  );
}

function Reviewed({ sessionId, list }: { sessionId: string; list: ReviewList }) {
  const open = list.attempts.filter(({ decision }) => decision === null);
  const decided = list.attempts.filter(({ decision }) => decision !== null);
  const cards = (attempts: ReviewList['attempts']) => (
    <ul className={styles.list}>
      {attempts.map((attempt) => (
        <li key={attempt.attemptId}>
          <ReviewCard sessionId={sessionId} attempt={attempt} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {open.length === 0 ? (
        <EmptyNote title={messages.none}>
          <p>{messages.noneHelp}</p>
        </EmptyNote>
      ) : (
        <>
          <h2 className="visually-hidden">{messages.undecided}</h2>
          {cards(open)}
        </>
      )}
      {list.open > open.length && <p className={styles.soft}>{messages.more(list.open - open.length)}</p>}
      {decided.length > 0 && (
        <>
          <h2 className={styles.decided}>{messages.decided}</h2>
          {cards(decided)}
        </>
      )}
    </>
  );
}
