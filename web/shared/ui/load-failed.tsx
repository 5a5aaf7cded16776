import Button from '@mui/material/Button';
import { entryMessages } from '../entry.messages.js';
import { sharedMessages } from '../shared.messages.js';
import { EmptyNote } from './empty-note.js';

/** Replaces content that failed to load; `what` begins the message. */
export function LoadFailed({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <EmptyNote title={sharedMessages.couldNotBeLoaded(what)}>
      <Button variant="outlined" onClick={onRetry}>
        {entryMessages.tryAgain}
      </Button>
    </EmptyNote>
  );
}
