import Button from '@mui/material/Button';
import { useSyncExternalStore } from 'react';
import { minuteOfDay } from '../../../shared/readable-time.js';
import { awaitedClass, type KeptResult } from '../kept-result.js';
import type { OutboxState } from '../outbox.js';
import { outbox } from '../own-outbox.js';
import styles from './waiting-results.module.css';

/** How many results have not arrived yet, and which were refused. */
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
  if (waiting > 0) return waiting === 1 ? '1 result waiting' : `${waiting} results waiting`;
  return allSent ? 'All results have been sent.' : '';
}

function Refused({ result }: { result: KeptResult }) {
  const { attemptId, refusal, keptAt } = result;
  const at = minuteOfDay(keptAt);
  return (
    <div role="alert" className={styles.refused}>
      <p>
        Your result of {at} was refused: {refusal}
        {awaitedClass(result) !== null && ' It is sent again by itself when the class is resumed.'}
      </p>
      <Button variant="outlined" onClick={() => void outbox.tryAgain(attemptId)}>
        Try again
      </Button>
      <Button variant="outlined" onClick={() => void outbox.dismiss(attemptId)}>
        Dismiss
      </Button>
    </div>
  );
}
