import { useState } from 'react';
import type { LeaderboardEntry } from '../../../api/contracts/leaderboard.contract.js';

interface Seen {
  board: readonly LeaderboardEntry[];
  ranks: ReadonlyMap<string, number>;
  changes: ReadonlyMap<string, number>;
}

const ranksOf = (board: readonly LeaderboardEntry[]) => new Map(board.map(({ userId, rank }) => [userId, rank]));

/** By how many places each has moved with the last change of the order, up being positive; who is new is not in it. */
export function useRankChanges(board: readonly LeaderboardEntry[]): ReadonlyMap<string, number> {
  const [seen, setSeen] = useState<Seen>(() => ({ board, ranks: ranksOf(board), changes: new Map() }));
  if (seen.board === board) return seen.changes;
  const ranks = ranksOf(board);
  const moved = board.flatMap(({ userId, rank }): [string, number][] => {
    const before = seen.ranks.get(userId);
    return before === undefined || before === rank ? [] : [[userId, before - rank]];
  });
  const isSameOrder = moved.length === 0 && ranks.size === seen.ranks.size;
  const changes = isSameOrder ? seen.changes : new Map(moved);
  setSeen({ board, ranks, changes });
  return changes;
}
