import Button from '@mui/material/Button';
import { EmptyNote } from './empty-note.js';

/** Stands where something should be that could not be loaded: `what` begins the sentence that says so. */
export function LoadFailed({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <EmptyNote title={`${what} could not be loaded.`}>
      <Button variant="outlined" onClick={onRetry}>
        Try again
      </Button>
    </EmptyNote>
  );
}
