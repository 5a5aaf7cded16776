import { mdiBookmarkMultipleOutline, mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import type { Bookmark } from '../../../../api/contracts/bookmark.contract.js';
import { lazyPart } from '../../../shared/lazy/lazy-part.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { Loading } from '../../../shared/ui/loading.js';
import { Toggle } from '../../../shared/ui/toggle.js';
import { isBookmarkKeyOn, switchBookmarkKey, useBookmarkKey } from '../bookmark-key.js';
import { bookmarkWalk } from '../bookmark-walk.js';
import { useAddBookmark } from '../bookmarks.api.js';
import { bookmarksMessages } from '../bookmarks.messages.js';
import { AddBookmark } from './add-bookmark.js';
import styles from './bookmark-walk.module.css';

// With the form of a note, which is loaded when the list is opened.
const BookmarkList = lazyPart(() => import('./bookmark-list.js'), <Loading />);

interface BookmarkWalkProps {
  sessionId: string;
  /** By time. */
  bookmarks: readonly Bookmark[];
  /** The shown moment, in milliseconds since 1970. */
  time: number;
  onShow: (bookmark: Bookmark) => void;
  /** Returns the moment that a new bookmark marks; undefined for the present. */
  moment: () => string | undefined;
}

/** The bookmarks of a class to walk through: forward, back, or by a list. */
export function BookmarkWalk({ sessionId, bookmarks, time, onShow, moment }: BookmarkWalkProps) {
  const texts = bookmarksMessages.walk;
  const listId = useId();
  const { mutate } = useAddBookmark(sessionId);
  const [isOpen, setOpen] = useState(false);
  const [isKeyOn, setKeyOn] = useState(isBookmarkKeyOn);
  const { current, previous, next } = bookmarkWalk(bookmarks, time);
  const add = (): void => mutate({ at: moment() });
  useBookmarkKey(isKeyOn, add);
  return (
    <section aria-label={texts.label} className={styles.walk}>
      <div className={styles.head}>
        <AddBookmark isKeyOn={isKeyOn} onAdd={add} isOfShown />
        <IconStep label={texts.previous} icon={mdiChevronLeft} to={previous} onShow={onShow} />
        <IconStep label={texts.next} icon={mdiChevronRight} to={next} onShow={onShow} />
        <p className={styles.place}>{placeText(bookmarks, current)}</p>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiBookmarkMultipleOutline} />}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.hide : bookmarksMessages.list}
        </Button>
      </div>
      <div id={listId} hidden={!isOpen} className={styles.list}>
        {isOpen && <BookmarkList {...{ sessionId, bookmarks, current, onShow }} />}
        <Toggle
          label={bookmarksMessages.dialog.key}
          tone="quiet"
          checked={isKeyOn}
          words={[bookmarksMessages.dialog.keyOn, bookmarksMessages.dialog.keyOff]}
          onChange={(isOn) => {
            setKeyOn(isOn);
            switchBookmarkKey(isOn);
          }}
        />
      </div>
    </section>
  );
}

interface IconStepProps extends Pick<BookmarkWalkProps, 'onShow'> {
  label: string;
  icon: string;
  to: Bookmark | undefined;
}

const IconStep = ({ label, icon, to, onShow }: IconStepProps) => (
  <IconAction label={label} icon={icon} disabled={!to} onClick={() => to && onShow(to)} />
);

function placeText(bookmarks: readonly Bookmark[], current: number): string {
  const texts = bookmarksMessages.walk;
  const shown = bookmarks[current];
  if (bookmarks.length === 0) return '';
  if (!shown) return texts.count(bookmarks.length);
  const place = texts.place(current + 1, bookmarks.length);
  return shown.note ? texts.noted(place, shown.note) : place;
}
