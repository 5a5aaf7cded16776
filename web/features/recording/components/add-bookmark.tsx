import { mdiBookmarkPlusOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { Icon } from '../../../shared/ui/icon.js';
import { bookmarksMessages as messages } from '../bookmarks.messages.js';

interface AddBookmarkProps {
  /** Whether the key that sets a bookmark is on. */
  isKeyOn: boolean;
  onAdd: () => void;
  /** Whether it marks the shown moment and not the present one. */
  isOfShown?: boolean;
}

/** The button that sets a bookmark. */
export function AddBookmark({ isKeyOn, onAdd, isOfShown = false }: AddBookmarkProps) {
  const [hint, hintWithoutKey] = isOfShown
    ? [messages.walk.hint, messages.walk.hintWithoutKey]
    : [messages.addHint, messages.addHintWithoutKey];
  return (
    <Button
      variant="outlined"
      startIcon={<Icon path={mdiBookmarkPlusOutline} />}
      title={isKeyOn ? hint : hintWithoutKey}
      aria-keyshortcuts={isKeyOn ? 'B' : undefined}
      onClick={onAdd}
    >
      {messages.add}
    </Button>
  );
}
