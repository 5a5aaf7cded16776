import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { isNearUserLimit } from '../../../../api/contracts/seat-badge.rule.js';
import { readableNumber } from '../../../shared/locale.js';
import { totalsOf } from '../organization-list.js';
import { organizationsMessages as messages } from '../organizations.messages.js';
import styles from './organizations-page.module.css';

const SHOWN = 24;

const shareOf = ({ activeUsers, userLimit }: Organization) => Math.min(1, activeUsers / userLimit);

/** Totals, and a chart of seat usage in the fullest organizations; the table below has the same figures. */
export function SeatsChart({ organizations }: { organizations: readonly Organization[] }) {
  const totals = totalsOf(organizations);
  const fullest = organizations.toSorted((a, b) => shareOf(b) - shareOf(a)).slice(0, SHOWN);
  return (
    <div className={styles.chart}>
      <dl className={styles.totals}>
        <div>
          <dt className="label">{messages.title}</dt>
          <dd>{readableNumber(totals.organizations)}</dd>
        </div>
        <div>
          <dt className="label">{messages.unpaid}</dt>
          <dd>{readableNumber(totals.unpaid)}</dd>
        </div>
        <div>
          <dt className="label">{messages.activeUsers}</dt>
          <dd>
            {readableNumber(totals.activeUsers)} / {readableNumber(totals.userLimit)}
          </dd>
        </div>
      </dl>
      <figure className={styles.columns}>
        <div aria-hidden="true" className={styles.bars}>
          <span className={styles.scale}>
            <span>{messages.scaleTop}</span>
            <span>{messages.scaleBottom}</span>
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
        <figcaption className="label">{messages.seatsKey(<i className={styles.keyNear} />)}</figcaption>
      </figure>
    </div>
  );
}
