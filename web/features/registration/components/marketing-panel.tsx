import { registrationMessages } from '../registration.messages.js';
import styles from './marketing-panel.module.css';

/** Lists the advantages of an account; the price is shown only for the subscription (docs/rules.md#page-types). */
export function MarketingPanel({ withPrice }: { withPrice: boolean }) {
  const messages = registrationMessages.marketing;
  const features = [
    messages.rendezvous,
    messages.frames,
    messages.fuel,
    messages.orbits,
    messages.applications,
    messages.tutorials,
    messages.support,
  ];
  return (
    <aside className={styles.panel} aria-label={messages.label}>
      <p className={styles.claim}>{messages.claim}</p>
      {withPrice && (
        <p className={styles.price}>
          <strong className="figures">{messages.price}</strong>
          <span>{messages.billing}</span>
        </p>
      )}
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <p className={styles.plan}>{messages.plan}</p>
    </aside>
  );
}
