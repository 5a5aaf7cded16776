import { useMemo } from 'react';
import { momentOfTime } from '../../../api/contracts/moment.rule.js';
import type { DebriefViewProps } from '../../features/debrief/components/debrief-page.js';
import { usePlayhead } from '../../features/debrief/use-playhead.js';
import { BookmarkWalk } from '../../features/recording/components/bookmark-walk.js';

const EVERY_MS = 250;

/** The bookmarks of a class in its debrief. A new one marks the shown moment. */
export function DebriefBookmarks({ open, playhead }: DebriefViewProps) {
  const { recording, words, axis } = open;
  const { session, people } = recording;
  const { offset } = usePlayhead(playhead, EVERY_MS);
  const bookmarks = useMemo(
    () =>
      recording.bookmarks.map(([id, at, person, note]) => ({
        id,
        at: new Date(at).toISOString(),
        note,
        author: { userId: people[person]![0], name: words.personOf(person) },
      })),
    [recording.bookmarks, people, words],
  );
  return (
    <BookmarkWalk
      sessionId={session.id}
      bookmarks={bookmarks}
      time={axis.timeAt(offset)}
      onShow={({ at }) => playhead.jumpTo(axis.offsetOf(Date.parse(at)))}
      moment={() => {
        const { isAtEnd, offset: shown } = playhead.get();
        return isAtEnd && session.endDate === null ? undefined : momentOfTime(axis.timeAt(shown));
      }}
    />
  );
}
