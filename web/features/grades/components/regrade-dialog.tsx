import { MAX_REASON } from '../../../../api/contracts/grading.rule.js';
import { useState } from 'react';
import type { Question, Scenario } from '../../../../api/contracts/catalogue.contract.js';
import type { RegradeChange, RegradeRequest } from '../../../../api/contracts/grading.contract.js';
import { CheckField, ChoiceField, SelectField, TextField } from '../../../shared/ui/fields.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useRegrade } from '../grades.api.js';
import { changeOf, EMPTY_REGRADE, isShift } from '../regrade-form.js';
import { regradesMessages as messages } from '../regrades.messages.js';
import { GradingPreview } from './grading-preview.js';
import { KeyFields } from './key-fields.js';

/** A scenario to regrade, with its questions as far as they are known. */
export type RegradedScenario = Pick<Scenario, 'scenarioId' | 'scenarioTitle'> & { questions: readonly Question[] };

interface RegradeDialogProps {
  courseId: string;
  sessionId: string;
  scenario: RegradedScenario;
  /** The question that is selected first. */
  questionText?: string;
  onClose: () => void;
}

/** Regrades a scenario or one of its questions, after a preview of what changes. */
export default function RegradeDialog({ courseId, sessionId, scenario, questionText, onClose }: RegradeDialogProps) {
  const graded = scenario.questions.filter(({ maxScore }) => (maxScore ?? 0) > 0);
  const [what, setWhat] = useState(questionText ?? '');
  const [form, setForm] = useState(EMPTY_REGRADE);
  const [scope, setScope] = useState<'class' | 'all'>('class');
  const [neverLower, setNeverLower] = useState(true);
  const [reason, setReason] = useState('');
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const regrade = useRegrade(courseId);
  const question = graded.find((each) => each.questionText.trim() === what);
  const kinds = (Object.keys(messages.changes) as RegradeChange['kind'][]).filter(
    (kind) => kind !== 'Keys' || question !== undefined,
  );
  const change = changeOf(form);
  // The reason changes no figures, so the preview needs none.
  const previewed: RegradeRequest | undefined = change && {
    sessionId: scope === 'class' ? sessionId : null,
    scenarioId: scenario.scenarioId,
    questionText: question ? what : null,
    change,
    neverLower,
    reason: '-',
  };
  const request = previewed && reason.trim() !== '' ? { ...previewed, reason: reason.trim() } : null;
  const isConfirmed = previewed !== undefined && confirmed === JSON.stringify(previewed);
  return (
    <FormDialog
      wide
      title={messages.title(scenario.scenarioTitle)}
      submit={messages.submit}
      action={regrade}
      disabled={!request || !isConfirmed}
      onSubmit={() => request && regrade.mutate(request, { onSuccess: onClose })}
      onClose={onClose}
    >
      {graded.length > 0 && (
        <SelectField
          label={messages.what}
          value={what}
          options={[
            { value: '', text: messages.wholeScenario },
            ...graded.map((each) => ({ value: each.questionText.trim(), text: each.questionText })),
          ]}
          onChange={(next) => {
            setWhat(next);
            setForm(EMPTY_REGRADE);
          }}
        />
      )}
      <ChoiceField
        label={messages.change}
        value={form.kind}
        choices={kinds.map((value) => ({ value, text: messages.changes[value] }))}
        onChange={(kind) => setForm({ ...form, kind })}
      />
      {form.kind === 'Points' && (
        <TextField
          label={messages.points}
          hint={messages.pointsHint}
          error={form.points === '' || isShift(form.points) ? undefined : messages.pointsProblem}
          maxLength={12}
          value={form.points}
          onChange={(points) => setForm({ ...form, points })}
        />
      )}
      {form.kind === 'Keys' && question && (
        <KeyFields
          options={question.answers.map(({ answerText }) => answerText)}
          keys={form.keys}
          onChange={(keys) => setForm({ ...form, keys })}
        />
      )}
      <ChoiceField
        label={messages.scope}
        value={scope}
        choices={(['class', 'all'] as const).map((value) => ({ value, text: messages.scopes[value] }))}
        onChange={setScope}
      />
      <CheckField
        label={messages.neverLower}
        hint={messages.neverLowerHint}
        checked={neverLower}
        onChange={setNeverLower}
      />
      <TextField
        label={messages.reason}
        hint={messages.reasonHint}
        maxLength={MAX_REASON}
        value={reason}
        onChange={setReason}
      />
      {previewed && (
        <GradingPreview
          courseId={courseId}
          change={{ path: 'regrades', body: previewed }}
          isConfirmed={isConfirmed}
          onConfirm={(checked) => setConfirmed(checked ? JSON.stringify(previewed) : null)}
        />
      )}
    </FormDialog>
  );
}
