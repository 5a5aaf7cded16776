import Alert from '@mui/material/Alert';
import { z } from 'zod';
import type { AttemptDecision, ReviewedAttempt } from '../../../../api/contracts/grades.contract.js';
import { MAX_REASON } from '../../../../api/contracts/grading.rule.js';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useDecideAttempt } from '../grades.api.js';
import { gradesMessages as messages } from '../grades.messages.js';

interface DecideDialogProps {
  sessionId: string;
  attempt: ReviewedAttempt;
  decision: AttemptDecision;
  /** Whether a decision about the result was recorded since the dialog was opened. */
  isOvertaken: boolean;
  onClose: () => void;
}

/** Accepts a result or sets it aside, with a reason. */
export default function DecideDialog({ sessionId, attempt, decision, isOvertaken, onClose }: DecideDialogProps) {
  const texts = messages.decide;
  const isAside = decision === 'SetAside';
  const decide = useDecideAttempt(sessionId);
  const { control, watch, handleSubmit, problem } = useSchemaForm({
    schema: z.object({ reason: z.string().trim().max(MAX_REASON) }),
    values: { reason: '' },
    action: decide,
  });
  const isReady = !isAside || watch('reason').trim() !== '';
  return (
    <FormDialog
      title={(isAside ? texts.setAside : texts.accept)(attempt.username)}
      submit={isAside ? messages.setAside : messages.accept}
      harm={isAside}
      action={decide}
      disabled={!isReady}
      problem={problem}
      onSubmit={handleSubmit(({ reason }) =>
        decide.mutate({ attemptId: attempt.attemptId, decision, reason }, { onSuccess: onClose }),
      )}
      onClose={onClose}
    >
      <p>{isAside ? texts.setAsideHelp : texts.acceptHelp}</p>
      <FormText
        control={control}
        name="reason"
        label={texts.reason}
        hint={isAside ? undefined : texts.optional}
        maxLength={MAX_REASON}
      />
      {isOvertaken && !decide.isPending && !problem && <Alert severity="warning">{texts.overtaken}</Alert>}
    </FormDialog>
  );
}
