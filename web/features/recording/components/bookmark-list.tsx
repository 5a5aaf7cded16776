import type { Bookmark } from '../../../../api/contracts/bookmark.contract.js';
import { useListFocus } from '../../../shared/ui/list-focus.js';
import { bookmarksMessages } from '../bookmarks.messages.js';
import { BookmarkItem } from './bookmark-item.js';
import styles from './bookmarks-dialog.module.css';

interface BookmarkListProps {
  sessionId: string;
  bookmarks: readonly Bookmark[];
  /** The index of the bookmark whose moment is shown. */
  current?: number;
  /** Shows the moment of a bookmark. Without it, bookmarks are not buttons. */
  onShow?: (bookmark: Bookmark) => void;
}

/** The bookmarks of a class by time. Notes can be edited, and bookmarks deleted. */
export default function BookmarkList({ sessionId, bookmarks, current, onShow }: BookmarkListProps) {
  const listFocus = useListFocus<HTMLDivElement>();
  return (
    <div {...listFocus} tabIndex={-1}>
      {bookmarks.length === 0 ? (
        <p className={styles.none}>{bookmarksMessages.dialog.none}</p>
      ) : (
        <ol className={styles.list}>
          {bookmarks.map((bookmark, place) => (
            <BookmarkItem
              key={bookmark.id}
              sessionId={sessionId}
              bookmark={bookmark}
              isCurrent={place === current}
              {...(onShow && { onShow: () => onShow(bookmark) })}
            />
          ))}
        </ol>
      )}
    </div>
  );
}
