import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useListFocus } from '../../../shared/ui/list-focus.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Loading } from '../../../shared/ui/loading.js';
import { Toggle } from '../../../shared/ui/toggle.js';
import { bookmarksQuery } from '../bookmarks.api.js';
import { recordingMessages } from '../recording.messages.js';
import { BookmarkItem } from './bookmark-item.js';
import styles from './bookmarks-dialog.module.css';

interface BookmarksDialogProps {
  sessionId: string;
  /** Whether the key that sets a bookmark is on. */
  isKeyOn: boolean;
  onKey: (isOn: boolean) => void;
  onClose: () => void;
}

/** The bookmarks of a class by time. Notes can be edited, and bookmarks deleted. */
export default function BookmarksDialog({ sessionId, isKeyOn, onKey, onClose }: BookmarksDialogProps) {
  const texts = recordingMessages.dialog;
  const titleId = useId();
  const listFocus = useListFocus<HTMLDivElement>();
  const { data: bookmarks, isError, refetch } = useQuery({ ...bookmarksQuery(sessionId), refetchOnMount: 'always' });
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{texts.title}</DialogTitle>
      <DialogContent>
        <div {...listFocus} tabIndex={-1}>
          {!bookmarks && !isError && <Loading />}
          {!bookmarks && isError && <LoadFailed what={texts.theBookmarks} onRetry={() => void refetch()} />}
          {bookmarks?.length === 0 && <p className={styles.none}>{texts.none}</p>}
          {bookmarks && bookmarks.length > 0 && (
            <ul className={styles.list}>
              {bookmarks.map((bookmark) => (
                <BookmarkItem key={bookmark.id} sessionId={sessionId} bookmark={bookmark} />
              ))}
            </ul>
          )}
        </div>
      </DialogContent>
      <DialogActions className={styles.actions}>
        <Toggle label={texts.key} tone="quiet" checked={isKeyOn} words={[texts.keyOn, texts.keyOff]} onChange={onKey} />
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
