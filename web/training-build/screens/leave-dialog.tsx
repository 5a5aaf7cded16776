import { Dialog } from './dialog.js';

/** A flight that is left counts for nothing. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      title="Leave this flight?"
      answer="Go on flying"
      onClose={onStay}
      more={
        <button type="button" onClick={onLeave}>
          Leave the flight
        </button>
      }
    >
      <p>It has not ended yet. If you leave, nothing of it is handed in.</p>
    </Dialog>
  );
}
