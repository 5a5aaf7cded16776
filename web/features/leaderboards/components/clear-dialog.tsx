import { z } from 'zod';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useClearLeaderboards } from '../api/clear-leaderboards.js';

const WORD = 'CLEAR';
const Typed = z.object({
  word: z.string().refine((word) => word.trim().toUpperCase() === WORD, `Type ${WORD} to confirm.`),
});

/** Clears all boards after a word is typed: this cannot be undone. */
export default function ClearDialog({ onClose }: { onClose: () => void }) {
  const clear = useClearLeaderboards();
  const { control, handleSubmit, problem } = useSchemaForm({ schema: Typed, values: { word: '' }, action: clear });
  return (
    <FormDialog
      title="Clear All Leaderboards?"
      submit="Clear All Leaderboards"
      harm
      action={clear}
      problem={problem}
      onSubmit={handleSubmit(() => clear.mutate(undefined, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <p>
        The boards of all classes of all organizations start again from nothing, also those that run now and those that
        are frozen. This cannot be undone.
      </p>
      <p>Gradebooks, attempts and quiz responses stay as they are.</p>
      <FormText control={control} name="word" label={`Type ${WORD} to confirm`} autoComplete="off" />
    </FormDialog>
  );
}
