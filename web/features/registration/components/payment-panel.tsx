import { type ReactNode, type RefObject } from 'react';
import { lazyPart } from '../../../shared/lazy/lazy-part.js';
import { clientConfig } from '../../../shared/config/client-config.js';
import { Loading } from '../../../shared/ui/loading.js';
import type { CardDetails } from '../pay.js';
import { registrationMessages } from '../registration.messages.js';
import styles from './payment-panel.module.css';

const CardFields = lazyPart(() => import('./card-fields.js'), <Loading />);

interface PaymentPanelProps {
  /** Gives what the card fields hold. */
  cardDetails: RefObject<(() => CardDetails) | null>;
  /** What ends the form. */
  children: ReactNode;
}

/** The card for the subscription, when the server takes cards; Stripe's script is fetched only here. */
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
