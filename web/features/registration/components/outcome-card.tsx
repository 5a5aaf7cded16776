import type { ReactNode } from 'react';
import { clientConfig } from '../../../shared/config/client-config.js';
import { EntryCard } from '../../../shared/ui/entry-card.js';
import { NoticeLine } from '../../../shared/ui/notice-line.js';
import type { OutcomeState } from '../outcome.js';
import { registrationOutcomeMessages as messages } from '../registration-outcome.messages.js';
import styles from './outcome-card.module.css';

interface OutcomeCardProps {
  outcome: OutcomeState;
  /** Links to other pages. */
  children: ReactNode;
}

const isPayment = ({ pageType }: OutcomeState) => pageType === 'PurchaseSubscription';

/** Confirms a registration (docs/rules.md#outcome-pages). */
export function SuccessCard({ outcome, children }: OutcomeCardProps) {
  const { message, warning } = outcome;
  return (
    <EntryCard title={isPayment(outcome) ? messages.paymentSuccessful : messages.registrationSuccessful}>
      {message && <p>{message}</p>}
      <NoticeLine notice={warning ? { text: warning, severity: 'warning' } : null} />
      {children}
    </EntryCard>
  );
}

/** Shows why a registration failed (docs/rules.md#outcome-pages). */
export function FailureCard({ outcome, children }: OutcomeCardProps) {
  const { supportEmail } = clientConfig();
  const errors = Object.entries(outcome.errors ?? {});
  return (
    <EntryCard title={isPayment(outcome) ? messages.paymentFailed : messages.registrationFailed}>
      <NoticeLine notice={{ text: messages.error(outcome.title ?? ''), severity: 'error' }} />
      {errors.length > 0 && (
        <ul className={styles.errors}>
          {errors.map(([field, problems]) => (
            <li key={field}>
              {field}: {problems.join(' ')}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.help}>{messages.help(<a href={`mailto:${supportEmail}`}>{supportEmail}</a>)}</p>
      {children}
    </EntryCard>
  );
}
