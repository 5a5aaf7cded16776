import type { DeadLetter, ReplayRequest } from '../../../../api/contracts/dead-letter.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useReplay } from '../api/replay.js';
import { replayWords } from '../dead-letter-words.js';
import { operationsMessages as messages } from '../operations.messages.js';
import { readable } from '../status-words.js';

interface ReplayDialogProps {
  letter: DeadLetter;
  onClose: () => void;
}

/** Confirmation of a replay, with an explanation of its effect. */
export function ReplayDialog({ letter, onClose }: ReplayDialogProps) {
  const replay = useReplay();
  const { kind, reader } = letter;
  const { action } = replayWords(kind);
  const texts = messages.replay;
  return (
    <FormDialog
      title={texts.question(action, readable(reader))}
      submit={action}
      action={replay}
      problem={replay.error && (titleOf(replay.error) || texts.failed)}
      onSubmit={() => replay.mutate(requestOf(letter), { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{kind === 'projection' ? texts.rebuildHelp : texts.runAgainHelp}</p>
      <p>{texts.audited}</p>
    </FormDialog>
  );
}

function requestOf({ kind, reader, id }: DeadLetter): ReplayRequest {
  if (kind === 'projection') return { kind, reader };
  return kind === 'reactor' ? { kind, reader, id } : { kind, id };
}
