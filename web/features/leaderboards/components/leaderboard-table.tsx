import { useRef } from 'react';
import type { LeaderboardEntry } from '../../../../api/contracts/leaderboard.contract.js';
import { useMovingRows } from '../use-moving-rows.js';
import styles from './leaderboard.module.css';

interface LeaderboardTableProps {
  topScores: readonly LeaderboardEntry[];
  me: LeaderboardEntry | null;
}

/** The places, best first; rows glide when ranks change, the caller's own is marked and shown below when it is not among them. */
export function LeaderboardTable({ topScores, me }: LeaderboardTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useMovingRows(body);
  const best = topScores[0]?.score ?? 0;
  const withOrganization = topScores.some(({ organizationName }) => organizationName !== null);
  const below = me && !topScores.some(({ userId }) => userId === me.userId) ? me : null;
  return (
    <table className={styles.table}>
      <thead>
        <tr className="label">
          <th scope="col" className={styles.number}>
            Rank
          </th>
          <th scope="col">Player</th>
          {withOrganization && <th scope="col">Organization</th>}
          <th scope="col" className={styles.number}>
            Passed
          </th>
          <th scope="col" className={styles.number}>
            Score
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {[...topScores, ...(below ? [below] : [])].map((entry) => (
          <tr
            key={entry.userId}
            data-moving={entry.userId}
            data-me={entry.userId === me?.userId || undefined}
            data-below={entry === below || undefined}
            data-first={entry.rank === 1 || undefined}
          >
            <td className={styles.number}>{entry.rank}</td>
            <th scope="row">
              {entry.userName}
              {entry.userId === me?.userId && <span className={styles.me}>You</span>}
            </th>
            {withOrganization && <td>{entry.organizationName}</td>}
            <td className={styles.number}>{entry.scenariosPassed}</td>
            <td className={styles.number}>
              {entry.score.toLocaleString()}
              <i className={styles.meter} style={{ width: `${best > 0 ? (entry.score / best) * 100 : 0}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
