import type { Bookmark } from '../../../api/contracts/bookmark.contract.js';

/** Moments in the address have no fractions of a second, so a bookmark is shown from this many milliseconds before on. */
const TOLERANCE_MS = 1_000;

/** Where a walk through bookmarks stands. `current`: the index of the newest bookmark of the moment, -1 before the first one. */
export interface BookmarkWalk {
  readonly current: number;
  readonly previous: Bookmark | undefined;
  readonly next: Bookmark | undefined;
}

const timeOf = ({ at }: Bookmark): number => Date.parse(at);

/** Returns the place of a time, in milliseconds since 1970, among bookmarks that are sorted by time. */
export function bookmarkWalk(bookmarks: readonly Bookmark[], time: number): BookmarkWalk {
  const current = bookmarks.findLastIndex((bookmark) => timeOf(bookmark) < time + TOLERANCE_MS);
  return {
    current,
    // Later than that, the first step back is to the current bookmark itself.
    previous: bookmarks.findLast((bookmark) => timeOf(bookmark) <= time - TOLERANCE_MS),
    next: bookmarks[current + 1],
  };
}
