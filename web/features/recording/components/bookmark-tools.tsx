import { mdiBookmarkMultipleOutline } from '@mdi/js';
import { useState } from 'react';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { isBookmarkKeyOn, switchBookmarkKey, useBookmarkKey } from '../bookmark-key.js';
import { useAddBookmark } from '../bookmarks.api.js';
import { bookmarksMessages as messages } from '../bookmarks.messages.js';
import { AddBookmark } from './add-bookmark.js';

const BookmarksDialog = lazyDialog(() => import('./bookmarks-dialog.js'));

/** Buttons that mark this moment of a class and list its bookmarks. A key does the first, so that an instructor keeps watching. */
export function BookmarkTools({ sessionId }: { sessionId: string }) {
  const { mutate: add } = useAddBookmark(sessionId);
  const [isOpen, setOpen] = useState(false);
  const [isKeyOn, setKeyOn] = useState(isBookmarkKeyOn);
  useBookmarkKey(isKeyOn && !isOpen, () => add({}));
  return (
    <>
      <AddBookmark isKeyOn={isKeyOn} onAdd={() => add({})} />
      <IconAction label={messages.list} icon={mdiBookmarkMultipleOutline} onClick={() => setOpen(true)} />
      {isOpen && (
        <BookmarksDialog
          sessionId={sessionId}
          isKeyOn={isKeyOn}
          onKey={(isOn) => {
            setKeyOn(isOn);
            switchBookmarkKey(isOn);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
