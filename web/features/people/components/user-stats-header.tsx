import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isNearUserLimit } from '../../../../api/contracts/seat-badge.rule.js';
import { userStatsQuery } from '../api/get-user-stats.js';
import { readableNumber } from '../../../shared/locale.js';
import styles from './user-stats-header.module.css';

const AT_THE_LIMIT = 'At the limit, users must be deleted or disabled to register new ones.';

/** Seats taken of the user limit, red by the seat badge rule, and how many administrators there are (product §2, §9). */
export function UserStatsHeader({ orgId }: { orgId: string | undefined }) {
  const { data, error } = useQuery(userStatsQuery(orgId));
  useEffect(() => {
    if (error) console.error('Failed to fetch user stats:', error);
  }, [error]);
  const near = data !== undefined && isNearUserLimit(data.activeUsers, data.userLimit);
  return (
    <dl className={styles.stats}>
      <div>
        <dt className="label">Active users</dt>
        <dd>
          <Tooltip title={AT_THE_LIMIT} describeChild>
            <button type="button" className={styles.badge} data-near-limit={near}>
              {data ? `${readableNumber(data.activeUsers)} / ${readableNumber(data.userLimit)}` : '–'}
            </button>
          </Tooltip>
        </dd>
      </div>
      <div>
        <dt className="label">Administrators</dt>
        <dd className={styles.figure}>{data ? readableNumber(data.numberOfAdmins) : '–'}</dd>
      </div>
    </dl>
  );
}
