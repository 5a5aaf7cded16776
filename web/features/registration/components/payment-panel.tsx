import { type ReactNode, type RefObject } from 'react';
import { lazyPart } from '../../../shared/lazy/lazy-part.js';
import { clientConfig } from '../../../shared/config/client-config.js';
import { Loading } from '../../../shared/ui/loading.js';
import type { CardDetails } from '../pay.js';
import { registrationMessages } from '../registration.messages.js';
import styles from './payment-panel.module.css';

const CardFields = lazyPart(() => import('./card-fields.js'), <Loading />);

interface PaymentPanelProps {
  /** Set to a function that returns the current card details. */
  cardDetails: RefObject<(() => CardDetails) | null>;
  /** The submit button and links at the end of the form. */
  children: ReactNode;
}

/** Card fields of the subscription, shown when the server accepts cards. Only this panel loads Stripe's script. */
export function PaymentPanel({ cardDetails, children }: PaymentPanelProps) {
  const messages = registrationMessages.card;
  const { stripePublishableKey, supportEmail } = clientConfig();
  return (
    <section className={styles.panel} aria-labelledby="payment-title">
      <h2 id="payment-title">{messages.title}</h2>
      {stripePublishableKey ? (
        <>
          <CardFields labels={messages} ref={cardDetails} publishableKey={stripePublishableKey} />
          {children}
        </>
      ) : (
        <p>{messages.notConfigured(<a href={`mailto:${supportEmail}`}>{supportEmail}</a>)}</p>
      )}
    </section>
  );
}
