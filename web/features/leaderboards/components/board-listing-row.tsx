import { Link } from 'react-router-dom';
import type { LeaderboardListing } from '../../../../api/contracts/leaderboard.contract.js';
import { Cell } from '../../../shared/ui/data-table.js';
import { When } from '../../../shared/ui/when.js';
import { readableNumber } from '../../../shared/locale.js';
import styles from './leaderboards-page.module.css';

interface BoardListingRowProps {
  board: LeaderboardListing;
  to: string;
  now: Date;
}

/** One class: how far its board is, and the way to it. */
export function BoardListingRow({ board, to, now }: BoardListingRowProps) {
  const { sessionName, courseName, organizationName, endDate, frozenAt, players, leader, lastResultAt } = board;
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <Link to={to}>{sessionName}</Link>
        {endDate === null && <span className={styles.mark}>Active</span>}
        {frozenAt !== null && <span className={styles.mark}>Frozen</span>}
      </th>
      <Cell label="Course">{courseName}</Cell>
      <Cell label="Organization">{organizationName ?? '-'}</Cell>
      <Cell label="Players">{readableNumber(players)}</Cell>
      <Cell label="Leader">{leader ? `${leader.userName}, ${readableNumber(leader.score)}` : '-'}</Cell>
      <Cell label="Last result">{lastResultAt ? <When moment={lastResultAt} now={now} /> : '-'}</Cell>
    </tr>
  );
}
