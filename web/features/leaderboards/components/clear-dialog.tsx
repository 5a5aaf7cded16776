import { useState } from 'react';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useClearLeaderboards } from '../api/clear-leaderboards.js';

const WORD = 'CLEAR';

/** Clears all boards once the word is typed: it cannot be taken back. */
export default function ClearDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const clear = useClearLeaderboards();
  return (
    <ConfirmDialog
      title="Clear All Leaderboards?"
      submit="Clear All Leaderboards"
      action={clear}
      disabled={typed.trim().toUpperCase() !== WORD}
      onClose={onClose}
    >
      <p>
        The boards of all classes of all organizations start again from nothing, also those that run now and those that
        are frozen. This cannot be undone.
      </p>
      <p>Gradebooks, attempts and quiz responses stay as they are.</p>
      <TextInput label={`Type ${WORD} to go on`} value={typed} autoComplete="off" onChange={setTyped} />
    </ConfirmDialog>
  );
}
