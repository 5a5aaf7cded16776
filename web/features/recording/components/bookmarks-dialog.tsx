import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Loading } from '../../../shared/ui/loading.js';
import { Toggle } from '../../../shared/ui/toggle.js';
import { bookmarksQuery } from '../bookmarks.api.js';
import { bookmarksMessages } from '../bookmarks.messages.js';
import BookmarkList from './bookmark-list.js';
import styles from './bookmarks-dialog.module.css';

interface BookmarksDialogProps {
  sessionId: string;
  /** Whether the key that sets a bookmark is on. */
  isKeyOn: boolean;
  onKey: (isOn: boolean) => void;
  onClose: () => void;
}

/** The bookmarks of a class, and the choice of the key that sets one. */
export default function BookmarksDialog({ sessionId, isKeyOn, onKey, onClose }: BookmarksDialogProps) {
  const texts = bookmarksMessages.dialog;
  const titleId = useId();
  const { data: bookmarks, isError, refetch } = useQuery({ ...bookmarksQuery(sessionId), refetchOnMount: 'always' });
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{texts.title}</DialogTitle>
      <DialogContent>
        {!bookmarks && !isError && <Loading />}
        {!bookmarks && isError && <LoadFailed what={texts.theBookmarks} onRetry={() => void refetch()} />}
        {bookmarks && <BookmarkList sessionId={sessionId} bookmarks={bookmarks} />}
      </DialogContent>
      <DialogActions className={styles.actions}>
        <Toggle label={texts.key} tone="quiet" checked={isKeyOn} words={[texts.keyOn, texts.keyOff]} onChange={onKey} />
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
