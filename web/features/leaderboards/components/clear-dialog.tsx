import { useState } from 'react';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useClearLeaderboards } from '../api/clear-leaderboards.js';

const WORD = 'CLEAR';

/** Clears all boards once the word is typed: it cannot be taken back. */
export default function ClearDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const clear = useClearLeaderboards();
  return (
    <FormDialog
      title="Clear All Leaderboards?"
      submit="Clear All Leaderboards"
      harm
      pending={clear.isPending}
      disabled={typed.trim().toUpperCase() !== WORD}
      problem={titleOf(clear.error)}
      onSubmit={() => clear.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        The boards of all classes of all organizations start again from nothing, also those that run now and those that
        are frozen. This cannot be undone.
      </p>
      <p>Gradebooks, attempts and quiz responses stay as they are.</p>
      <TextInput label={`Type ${WORD} to go on`} value={typed} autoComplete="off" onChange={setTyped} />
    </FormDialog>
  );
}
