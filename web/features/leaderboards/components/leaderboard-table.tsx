import { useRef } from 'react';
import type { LeaderboardEntry } from '../../../../api/contracts/leaderboard.contract.js';
import { PersonName } from '../../../shared/names/person-name.js';
import { readableNumber } from '../../../shared/locale.js';
import { useMovingRows } from '../use-moving-rows.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';
import styles from './leaderboard.module.css';

interface LeaderboardTableProps {
  places: readonly LeaderboardEntry[];
  me: LeaderboardEntry | null;
  /** The viewer's own entry between its neighbours, when it is below the other entries. */
  around: readonly LeaderboardEntry[];
}

/**
 * The entries, best first. Rows animate when ranks change. The viewer's own entry is highlighted, and added below when it is not among
 * them.
 */
export function LeaderboardTable({ places, me, around }: LeaderboardTableProps) {
  const texts = messages.board;
  const body = useRef<HTMLTableSectionElement>(null);
  useMovingRows(body);
  const best = places[0]?.score ?? 0;
  const withOrganization = places.some(({ organizationName }) => organizationName !== null);
  const below = placesBelow(places, me, around);
  return (
    <table className={styles.table}>
      <thead>
        <tr className="label">
          <th scope="col" className={styles.number}>
            {texts.rank}
          </th>
          <th scope="col">{texts.player}</th>
          {withOrganization && <th scope="col">{messages.columns.organization}</th>}
          <th scope="col" className={styles.number}>
            {texts.passed}
          </th>
          <th scope="col" className={styles.number}>
            {texts.score}
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {[...places, ...below].map((entry) => (
          <tr
            key={entry.userId}
            data-moving={entry.userId}
            data-me={entry.userId === me?.userId || undefined}
            data-below={(entry === below[0] && entry.rank > places.length + 1) || undefined}
            data-first={entry.rank === 1 || undefined}
          >
            <td className={styles.number}>{entry.rank}</td>
            <th scope="row">
              <PersonName username={entry.userName} name={entry.name ?? ''} className={styles.person} />
              {entry.userId === me?.userId && <span className={styles.me}>{texts.you}</span>}
            </th>
            {withOrganization && <td>{entry.organizationName}</td>}
            <td className={styles.number}>{entry.scenariosPassed}</td>
            <td className={styles.number}>
              {readableNumber(entry.score)}
              <i className={styles.meter} style={{ width: `${best > 0 ? (entry.score / best) * 100 : 0}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Leaves out neighbours that are already listed, because an older response may still contain them. */
function placesBelow(
  places: readonly LeaderboardEntry[],
  me: LeaderboardEntry | null,
  around: readonly LeaderboardEntry[],
): readonly LeaderboardEntry[] {
  const shown = new Set(places.map(({ userId }) => userId));
  if (!me || shown.has(me.userId)) return [];
  const near = around.some(({ userId }) => userId === me.userId) ? around : [me];
  return near.filter(({ userId, rank }) => !shown.has(userId) && rank > places.length);
}
