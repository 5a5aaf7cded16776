import Button from '@mui/material/Button';
import { useSyncExternalStore } from 'react';
import { entryMessages } from '../../../shared/entry.messages.js';
import { minuteOfDay } from '../../../shared/readable-time.js';
import { awaitedClass, type QueuedResult } from '../queued-result.js';
import { outboxMessages as messages } from '../outbox.messages.js';
import type { OutboxState } from '../outbox.js';
import { outbox } from '../own-outbox.js';
import styles from './waiting-results.module.css';

/** Shows the number of unsent results, and the rejected results. */
export function WaitingResults() {
  const state = useSyncExternalStore(outbox.subscribe, outbox.read);
  return (
    <div className={styles.results}>
      <p role="status" data-waiting={state.waiting > 0}>
        {inWords(state)}
      </p>
      {state.refused.map((result) => (
        <Refused key={result.attemptId} result={result} />
      ))}
    </div>
  );
}

function inWords({ waiting, allSent }: OutboxState): string {
  if (waiting > 0) return messages.waiting(waiting);
  return allSent ? messages.allSent : '';
}

function Refused({ result }: { result: QueuedResult }) {
  const { attemptId, refusal, keptAt } = result;
  const sentence = awaitedClass(result) === null ? messages.refused : messages.refusedUntilResumed;
  return (
    <div role="alert" className={styles.refused}>
      <p>{sentence(minuteOfDay(keptAt), refusal ?? '')}</p>
      <Button variant="outlined" onClick={() => void outbox.tryAgain(attemptId)}>
        {entryMessages.tryAgain}
      </Button>
      <Button variant="outlined" onClick={() => void outbox.dismiss(attemptId)}>
        {messages.dismiss}
      </Button>
    </div>
  );
}
