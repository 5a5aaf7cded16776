import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isNearUserLimit } from '../../../../api/contracts/seat-badge.rule.js';
import { userStatsQuery } from '../api/get-user-stats.js';
import { readableNumber } from '../../../shared/locale.js';
import { peopleMessages as messages } from '../people.messages.js';
import styles from './user-stats-header.module.css';

/** Seats used and number of administrators; the count turns red near the user limit (docs/rules.md#seat-badge). */
export function UserStatsHeader({ orgId }: { orgId: string | undefined }) {
  const { data, error } = useQuery(userStatsQuery(orgId));
  useEffect(() => {
    if (error) console.error('Failed to fetch user stats:', error);
  }, [error]);
  const near = data !== undefined && isNearUserLimit(data.activeUsers, data.userLimit);
  return (
    <dl className={styles.stats}>
      <div>
        <dt className="label">{messages.stats.activeUsers}</dt>
        <dd>
          <Tooltip title={messages.stats.atTheLimit} describeChild>
            <button type="button" className={styles.badge} data-near-limit={near}>
              {data ? `${readableNumber(data.activeUsers)} / ${readableNumber(data.userLimit)}` : '–'}
            </button>
          </Tooltip>
        </dd>
      </div>
      <div>
        <dt className="label">{messages.stats.administrators}</dt>
        <dd className={styles.figure}>{data ? readableNumber(data.numberOfAdmins) : '–'}</dd>
      </div>
    </dl>
  );
}
