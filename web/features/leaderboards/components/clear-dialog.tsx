import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';

const Typed = z.object({
  word: z.string().refine((word) => word.trim().toUpperCase() === messages.clearDialog.word, {
    error: () => messages.clearDialog.wordMissing(messages.clearDialog.word),
  }),
});

/** Clears all boards after the user has typed a confirmation word, because this cannot be undone. */
export default function ClearDialog({ onClose }: { onClose: () => void }) {
  const texts = messages.clearDialog;
  const clear = useClearLeaderboards();
  const { control, handleSubmit, problem } = useSchemaForm({ schema: Typed, values: { word: '' }, action: clear });
  return (
    <FormDialog
      title={texts.title}
      submit={messages.clearAll}
      harm
      action={clear}
      problem={problem}
      onSubmit={handleSubmit(() => clear.mutate(undefined, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <p>{texts.help}</p>
      <p>{texts.kept}</p>
      <FormText control={control} name="word" label={texts.typeWord(texts.word)} autoComplete="off" />
    </FormDialog>
  );
}

/** DELETE /scores: clears all leaderboards. */
function useClearLeaderboards() {
  const client = useQueryClient();
  return useSubmission({
    send: (_: void, idempotencyKey) => api.call<void>('/scores', { method: 'DELETE', idempotencyKey }),
    onSuccess: () => toast(messages.clearDialog.done, 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: ['leaderboards'] }),
  });
}
