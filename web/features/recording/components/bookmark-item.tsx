import { mdiDelete, mdiPencil } from '@mdi/js';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { type Bookmark, ChangeBookmarkRequest } from '../../../../api/contracts/bookmark.contract.js';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { dateAndTime, secondOfDay } from '../../../shared/readable-time.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { useChangeBookmark, useDeleteBookmark } from '../bookmarks.api.js';
import { recordingMessages } from '../recording.messages.js';
import styles from './bookmarks-dialog.module.css';

interface BookmarkItemProps {
  sessionId: string;
  bookmark: Bookmark;
}

/** One bookmark: its time, note and author, with buttons that edit the note and delete it. */
export function BookmarkItem({ sessionId, bookmark }: BookmarkItemProps) {
  const texts = recordingMessages.dialog;
  const { at, note, author } = bookmark;
  const time = secondOfDay(at);
  const [isEditing, setEditing] = useState(false);
  const { mutate: remove, isPending } = useDeleteBookmark(sessionId);
  return (
    <li className={styles.item}>
      <time dateTime={at} title={dateAndTime(at)} className={styles.time}>
        {time}
      </time>
      {isEditing ? (
        <NoteForm sessionId={sessionId} bookmark={bookmark} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className={styles.text}>
            <p data-empty={note === ''}>{note || texts.noNote}</p>
            <p className={styles.author}>{texts.by(author.name)}</p>
          </div>
          <IconAction label={texts.edit(time)} icon={mdiPencil} onClick={() => setEditing(true)} />
          <IconAction
            label={texts.delete(time)}
            icon={mdiDelete}
            tone="harm"
            disabled={isPending}
            onClick={() => remove({ bookmark })}
          />
        </>
      )}
    </li>
  );
}

/** The field that replaces the note while it is edited. */
function NoteForm({ sessionId, bookmark, onClose }: BookmarkItemProps & { onClose: () => void }) {
  const texts = recordingMessages.dialog;
  const change = useChangeBookmark(sessionId);
  const { control, handleSubmit } = useSchemaForm({
    schema: ChangeBookmarkRequest,
    values: { note: bookmark.note },
    action: change,
  });
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) =>
        void handleSubmit(({ note }) => change.mutate({ id: bookmark.id, note }, { onSuccess: onClose }))(event)
      }
    >
      <FormText
        control={control}
        name="note"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form replaces the button that was pressed
        autoFocus
        label={texts.note}
        aria-label={texts.noteOf(secondOfDay(bookmark.at))}
        maxLength={500}
      />
      <div className={styles.buttons}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="contained" disabled={change.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
