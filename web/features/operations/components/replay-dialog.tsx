import type { DeadLetter, ReplayRequest } from '../../../../api/contracts/dead-letter.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useReplay } from '../api/replay.js';
import { KIND_WORDS } from '../dead-letter-words.js';
import { readable } from '../status-words.js';

interface ReplayDialogProps {
  letter: DeadLetter;
  onClose: () => void;
}

/** Asks before a replay, and says what it does. */
export function ReplayDialog({ letter, onClose }: ReplayDialogProps) {
  const replay = useReplay();
  const { kind, reader } = letter;
  const { action } = KIND_WORDS[kind];
  return (
    <FormDialog
      title={`${action}: ${readable(reader)}?`}
      submit={action}
      action={replay}
      problem={replay.error && (titleOf(replay.error) || 'It could not be asked for.')}
      onSubmit={() => replay.mutate(requestOf(letter), { onSuccess: onClose })}
      onClose={onClose}
    >
      {kind === 'projection' ? (
        <p>
          The read model is built from the whole log beside the one that serves, and takes its place when it is
          complete. Until then everything goes on; the platform has more to do meanwhile. Where the cause is still
          there, the same events are put aside again.
        </p>
      ) : (
        <p>It changes nothing where it was done already. Where the cause is still there, it comes back to this list.</p>
      )}
      <p>The audit notes who asked for it.</p>
    </FormDialog>
  );
}

function requestOf({ kind, reader, id }: DeadLetter): ReplayRequest {
  if (kind === 'projection') return { kind, reader };
  return kind === 'reactor' ? { kind, reader, id } : { kind, id };
}
