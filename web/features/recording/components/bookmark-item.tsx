import { mdiDelete, mdiPencil } from '@mdi/js';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { useRef, useState } from 'react';
import { type Bookmark, ChangeBookmarkRequest } from '../../../../api/contracts/bookmark.contract.js';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { dateAndTime, secondOfDay } from '../../../shared/readable-time.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { useChangeBookmark, useDeleteBookmark } from '../bookmarks.api.js';
import { bookmarksMessages } from '../bookmarks.messages.js';
import styles from './bookmarks-dialog.module.css';

interface BookmarkItemProps {
  sessionId: string;
  bookmark: Bookmark;
  /** Whether its moment is shown. */
  isCurrent?: boolean;
  /** Shows its moment. */
  onShow?: () => void;
}

/** One bookmark: its time, note and author, with buttons that show its moment, edit the note and delete it. */
export function BookmarkItem({ sessionId, bookmark, isCurrent = false, onShow }: BookmarkItemProps) {
  const texts = bookmarksMessages.dialog;
  const { at, note, author } = bookmark;
  const time = secondOfDay(at);
  const [isEditing, setEditing] = useState(false);
  const { mutate: remove, isPending } = useDeleteBookmark(sessionId);
  const entry = useRef<HTMLLIElement>(null);
  const endEditing = (): void => {
    entry.current?.focus();
    setEditing(false);
  };
  const clock = (
    <time dateTime={at} title={dateAndTime(at)} className={styles.time}>
      {time}
    </time>
  );
  const text = (
    <span className={styles.text}>
      <span data-empty={note === ''}>{note || texts.noNote}</span>
      <span className={styles.author}>{texts.by(author.name)}</span>
    </span>
  );
  if (isEditing) {
    return (
      <li ref={entry} tabIndex={-1} className={styles.item}>
        {clock}
        <NoteForm sessionId={sessionId} bookmark={bookmark} onClose={endEditing} />
      </li>
    );
  }
  return (
    <li ref={entry} tabIndex={-1} className={styles.item} data-current={isCurrent || undefined}>
      {onShow ? (
        <ButtonBase className={styles.show} aria-current={isCurrent} onClick={onShow}>
          {clock} {text}
        </ButtonBase>
      ) : (
        <>
          {clock}
          {text}
        </>
      )}
      <IconAction label={texts.edit(time)} icon={mdiPencil} onClick={() => setEditing(true)} />
      <IconAction
        label={texts.delete(time)}
        icon={mdiDelete}
        tone="harm"
        disabled={isPending}
        onClick={() => {
          entry.current?.focus();
          remove({ bookmark });
        }}
      />
    </li>
  );
}

/** The field that replaces the note while it is edited. */
function NoteForm({
  sessionId,
  bookmark,
  onClose,
}: Pick<BookmarkItemProps, 'sessionId' | 'bookmark'> & { onClose: () => void }) {
  const texts = bookmarksMessages.dialog;
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
