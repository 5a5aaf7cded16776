import { Link } from 'react-router-dom';
import type { LeaderboardListing } from '../../../../api/contracts/leaderboard.contract.js';
import { Cell } from '../../../shared/ui/data-table.js';
import { When } from '../../../shared/ui/when.js';
import { readableNumber } from '../../../shared/locale.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';
import styles from './leaderboards-page.module.css';

interface BoardListingRowProps {
  board: LeaderboardListing;
  to: string;
  now: Date;
}

/** One class: how far its board is, and the way to it. */
export function BoardListingRow({ board, to, now }: BoardListingRowProps) {
  const { sessionName, courseName, organizationName, endDate, frozenAt, players, leader, lastResultAt } = board;
  const labels = messages.columns;
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <Link to={to}>{sessionName}</Link>
        {endDate === null && <span className={styles.mark}>{messages.active}</span>}
        {frozenAt !== null && <span className={styles.mark}>{messages.frozen}</span>}
      </th>
      <Cell label={labels.course}>{courseName}</Cell>
      <Cell label={labels.organization}>{organizationName ?? '-'}</Cell>
      <Cell label={labels.players}>{readableNumber(players)}</Cell>
      <Cell label={labels.leader}>{leader ? `${leader.userName}, ${readableNumber(leader.score)}` : '-'}</Cell>
      <Cell label={labels.lastResult}>{lastResultAt ? <When moment={lastResultAt} now={now} /> : '-'}</Cell>
    </tr>
  );
}
