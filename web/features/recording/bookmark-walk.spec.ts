import type { Bookmark } from '../../../api/contracts/bookmark.contract.js';
import { bookmarkWalk } from './bookmark-walk.js';

const START = Date.parse('2026-03-02T09:00:00Z');
const bookmarkAt = (seconds: number): Bookmark => ({
  id: String(seconds),
  at: new Date(START + seconds * 1_000).toISOString(),
  note: '',
  author: { userId: 'u1', name: 'Mara' },
});
const BOOKMARKS = [10, 20.5, 30].map(bookmarkAt);

it.each([
  [0, -1, undefined, '10'],
  [10, 0, undefined, '20.5'],
  [12, 0, '10', '20.5'],
  // The address of the second bookmark has no half second.
  [20, 1, '10', '30'],
  [20.5, 1, '10', '30'],
  [29, 1, '20.5', '30'],
  [40, 2, '30', undefined],
])('at %s seconds, the current bookmark is %s', (seconds, current, previous, next) => {
  const walk = bookmarkWalk(BOOKMARKS, START + seconds * 1_000);
  expect([walk.current, walk.previous?.id, walk.next?.id]).toEqual([current, previous, next]);
});
