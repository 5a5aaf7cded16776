import Button from '@mui/material/Button';
import { EmptyNote } from '../../../shared/ui/empty-note.js';

/** Says that there is nothing, and what to do. */
export function NoQuizData({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <EmptyNote title="No quiz data found">
      <Button variant="outlined" disabled={busy} onClick={onRetry}>
        {busy ? 'Loading...' : 'Try again'}
      </Button>
    </EmptyNote>
  );
}
