import { MAX_REASON } from '../../../../api/contracts/grading.rule.js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scorecard } from '../../../../api/contracts/score.contract.js';
import { TextField } from '../../../shared/ui/fields.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { decisionsMessages as messages } from '../decisions.messages.js';
import { cellHistoryQuery, isDecidedMeanwhile, useDecideAttempt } from '../grades.api.js';

interface AttemptDecisionProps {
  sessionId: string;
  attempt: Scorecard;
}

/** Button that sets an attempt aside, or lets it count again. */
export default function AttemptDecision({ sessionId, attempt }: AttemptDecisionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="text" onClick={() => setOpen(true)} data-screen-only>
        {attempt.setAside ? messages.restoreAttempt : messages.setAside}
      </Button>
      {isOpen && <AttemptDialog sessionId={sessionId} attempt={attempt} onClose={() => setOpen(false)} />}
    </>
  );
}

function AttemptDialog({ sessionId, attempt, onClose }: AttemptDecisionProps & { onClose: () => void }) {
  const { attemptId, userId, scenarioId } = attempt;
  // Kept, because the attempt is loaded again after a decision whose answer was lost, and a retry must decide the same.
  const [setAside] = useState(attempt.setAside);
  const { data: history } = useQuery(cellHistoryQuery(sessionId, userId, scenarioId));
  const decide = useDecideAttempt(sessionId);
  const [reason, setReason] = useState('');
  const isReady = history !== undefined && (setAside || reason.trim() !== '');
  const decision = setAside ? 'Accepted' : 'SetAside';
  return (
    <FormDialog
      title={setAside ? messages.restoreTitle : messages.setAsideTitle}
      submit={setAside ? messages.restoreSubmit : messages.setAsideSubmit}
      harm={!setAside}
      action={decide}
      disabled={!isReady}
      problem={isDecidedMeanwhile(decide.error) ? messages.meanwhile : undefined}
      onSubmit={() => {
        const version = history?.version;
        decide.mutate(
          { attemptId, decision, reason: reason.trim(), ...(version !== undefined && { version }) },
          { onSuccess: onClose },
        );
      }}
      onClose={onClose}
    >
      <p>{setAside ? messages.restoreHelp : messages.setAsideHelp}</p>
      <TextField label={messages.reason} maxLength={MAX_REASON} value={reason} onChange={setReason} />
    </FormDialog>
  );
}
