import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { isNearUserLimit } from '../../../../api/contracts/seat-badge.rule.js';
import { readableNumber } from '../../../shared/locale.js';
import { totalsOf } from '../organization-list.js';
import styles from './organizations-page.module.css';

const SHOWN = 24;

const shareOf = ({ activeUsers, userLimit }: Organization) => Math.min(1, activeUsers / userLimit);

/** Totals, and how full the fullest organizations are; the table below holds the same figures. */
export function SeatsChart({ organizations }: { organizations: readonly Organization[] }) {
  const totals = totalsOf(organizations);
  const fullest = organizations.toSorted((a, b) => shareOf(b) - shareOf(a)).slice(0, SHOWN);
  return (
    <div className={styles.chart}>
      <dl className={styles.totals}>
        <div>
          <dt className="label">Organizations</dt>
          <dd>{readableNumber(totals.organizations)}</dd>
        </div>
        <div>
          <dt className="label">Unpaid</dt>
          <dd>{readableNumber(totals.unpaid)}</dd>
        </div>
        <div>
          <dt className="label">Active users</dt>
          <dd>
            {readableNumber(totals.activeUsers)} / {readableNumber(totals.userLimit)}
          </dd>
        </div>
      </dl>
      <figure className={styles.columns}>
        <div aria-hidden="true" className={styles.bars}>
          <span className={styles.scale}>
            <span>100%</span>
            <span>0%</span>
          </span>
          {fullest.map((organization) => {
            const { id, name, activeUsers, userLimit } = organization;
            return (
              <span
                key={id}
                className={styles.column}
                title={`${name}: ${activeUsers} / ${userLimit}`}
                data-near-limit={isNearUserLimit(activeUsers, userLimit)}
              >
                <span style={{ height: `${shareOf(organization) * 100}%` }} />
              </span>
            );
          })}
        </div>
        <figcaption className="label">
          Share of seats taken, fullest first <i className={styles.keyNear} /> near the limit
        </figcaption>
      </figure>
    </div>
  );
}
