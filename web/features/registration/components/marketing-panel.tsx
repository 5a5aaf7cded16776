import styles from './marketing-panel.module.css';

const FEATURES = [
  'Rendezvous and proximity operations',
  'Frames of reference',
  'Fuel awareness with cooldown periods',
  'Low and geostationary orbit scenarios, with a sandbox mode',
  'Web and desktop applications',
  'In-game tutorials and help',
  'E-mail tech support with online FAQs',
];

/** What an account is good for (product §1); the price only where it is paid. */
export function MarketingPanel({ withPrice }: { withPrice: boolean }) {
  return (
    <aside className={styles.panel} aria-label="What you get">
      <p className={styles.claim}>Operational readiness for battlespace and space flight, trained by scenario.</p>
      {withPrice && (
        <p className={styles.price}>
          <strong className="figures">$250</strong>
          <span>Billed monthly, cancel anytime</span>
        </p>
      )}
      <ul className={styles.features}>
        {FEATURES.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <p className={styles.plan}>
        Annual subscription with reduced renewal fees, free trials and introductory pricing.
      </p>
    </aside>
  );
}
