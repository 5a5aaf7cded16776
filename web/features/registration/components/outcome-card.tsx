import type { ReactNode } from 'react';
import { clientConfig } from '../../../shared/config/client-config.js';
import { EntryCard } from '../../../shared/ui/entry-card.js';
import { NoticeLine } from '../../../shared/ui/notice-line.js';
import type { OutcomeState } from '../outcome.js';
import styles from './outcome-card.module.css';

interface OutcomeCardProps {
  outcome: OutcomeState;
  /** Where to go from here. */
  children: ReactNode;
}

const subjectOf = ({ pageType }: OutcomeState) => (pageType === 'PurchaseSubscription' ? 'Payment' : 'Registration');

/** Says that somebody is registered now (product §2). */
export function SuccessCard({ outcome, children }: OutcomeCardProps) {
  const { message, warning } = outcome;
  return (
    <EntryCard title={`${subjectOf(outcome)} Successful`}>
      {message && <p>{message}</p>}
      <NoticeLine notice={warning ? { text: warning, severity: 'warning' } : null} />
      {children}
    </EntryCard>
  );
}

/** Says why nobody was registered (product §2). */
export function FailureCard({ outcome, children }: OutcomeCardProps) {
  const { supportEmail } = clientConfig();
  const errors = Object.entries(outcome.errors ?? {});
  return (
    <EntryCard title={`${subjectOf(outcome)} Failed`}>
      <NoticeLine notice={{ text: `Error: ${outcome.title ?? ''}`, severity: 'error' }} />
      {errors.length > 0 && (
        <ul className={styles.errors}>
          {errors.map(([field, messages]) => (
            <li key={field}>
              {field}: {messages.join(' ')}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.help}>
        Please check your details and try again. If the problem persists, e-mail support (
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>).
      </p>
      {children}
    </EntryCard>
  );
}
