import { useState } from 'react';
import type { AttemptDecision, ReviewedAttempt, ReviewList } from '../../../../api/contracts/grades.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { useLiveSnapshot } from '../../../shared/live-client/use-live-rows.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { useListFocus } from '../../../shared/ui/list-focus.js';
import { Loading } from '../../../shared/ui/loading.js';
import { Subtitle } from '../../../shared/ui/subtitle.js';
import { gradesMessages as messages } from '../grades.messages.js';
import { ReviewCard } from './review-card.js';
import styles from './review.module.css';

const DecideDialog = lazyDialog(() => import('./decide-dialog.js'));

interface ReviewPageProps {
  sessionId: string;
  subtitle: string | undefined;
}

/** The flagged results of a class with their reasons, and the decisions about them, live. */
export function ReviewPage({ sessionId, subtitle }: ReviewPageProps) {
  const list = useLiveSnapshot<ReviewList>('review', sessionId);
  return (
    <section className={styles.page} aria-label={messages.title}>
      <header className={styles.header}>
        <div>
          <h1>{messages.title}</h1>
          <Subtitle text={subtitle} />
        </div>
      </header>
      {list ? <Reviewed sessionId={sessionId} list={list} /> : <Loading />}
    </section>
  );
}

/** An open dialog, and the list in which it was opened. */
interface Asked {
  attempt: ReviewedAttempt;
  decision: AttemptDecision;
  list: ReviewList;
}

/** Returns the id of the decision that a list has about the result of an open dialog. */
const decisionIn = ({ attempts }: ReviewList, { attempt: { attemptId } }: Asked): string | undefined =>
  attempts.find((each) => each.attemptId === attemptId)?.decision?.decisionId;

function Reviewed({ sessionId, list: newest }: { sessionId: string; list: ReviewList }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  // The card of an open dialog stays, because the focus returns to it. It moves after the dialog is closed, and the focus to the next one.
  const list = asked?.list ?? newest;
  const open = list.attempts.filter(({ decision }) => decision === null);
  const decided = list.attempts.filter(({ decision }) => decision !== null);
  const listFocus = useListFocus<HTMLDivElement>();
  const cards = (attempts: ReviewList['attempts']) => (
    <ul className={styles.list}>
      {attempts.map((attempt) => (
        <li key={attempt.attemptId} tabIndex={-1}>
          <ReviewCard
            sessionId={sessionId}
            attempt={attempt}
            onDecide={(decision) => setAsked({ attempt, decision, list })}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <div {...listFocus} tabIndex={-1} className={styles.lists}>
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
      {asked && (
        <DecideDialog
          sessionId={sessionId}
          attempt={asked.attempt}
          decision={asked.decision}
          isOvertaken={decisionIn(newest, asked) !== decisionIn(asked.list, asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
