import Button from '@mui/material/Button';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';

/** Says that there is nothing, and what to do. */
export function NoQuizData({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <EmptyNote title={messages.noData}>
      <Button variant="outlined" disabled={busy} onClick={onRetry}>
        {busy ? messages.loading : messages.tryAgain}
      </Button>
    </EmptyNote>
  );
}
