import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { SelectField, TextField } from '../../../shared/ui/fields.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { Loading } from '../../../shared/ui/loading.js';
import { gradingQuery, useChangeGrading } from '../grades.api.js';
import { fromForm, type GradingForm, isPassMark, isWeight, toForm } from '../grading-form.js';
import { gradingMessages as messages } from '../grading.messages.js';
import { GradingPreview } from './grading-preview.js';
import styles from './grading.module.css';

/** A scenario or a campaign that can have a weight. */
export interface Weighted {
  readonly id: string;
  readonly title: string;
}

interface GradingDialogProps {
  courseId: string;
  scenarios: readonly Weighted[];
  campaigns: readonly Weighted[];
  onClose: () => void;
}

/** Changes the grading settings of a course, after a preview of what they change. */
export default function GradingDialog({ courseId, scenarios, campaigns, onClose }: GradingDialogProps) {
  const { data: settings, error } = useQuery(gradingQuery(courseId));
  const [edited, setEdited] = useState<GradingForm | null>(null);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const change = useChangeGrading(courseId);
  const form = edited ?? (settings && toForm(settings));
  const wanted = form && fromForm(form);
  const text = JSON.stringify(wanted);
  const isChanged = wanted !== undefined && text !== JSON.stringify(settings);
  // The preview waits while somebody types.
  const previewed = useDeferredValue(wanted);
  return (
    <FormDialog
      wide
      title={messages.title}
      submit={messages.submit}
      action={change}
      disabled={!isChanged || confirmed !== text}
      onSubmit={() => wanted && change.mutate(wanted, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className={styles.soft}>{messages.scope}</p>
      {error && !settings && <p role="alert">{messages.couldNotLoad}</p>}
      {!form && !error && <Loading />}
      {form && (
        <GradingFields
          form={form}
          items={form.weightsBy === 'Campaign' ? campaigns : scenarios}
          onChange={(changes) => setEdited({ ...form, ...changes })}
        />
      )}
      {isChanged && previewed && (
        <GradingPreview
          courseId={courseId}
          change={{ path: 'grading', body: previewed }}
          isConfirmed={confirmed === text}
          onConfirm={(isConfirmed) => setConfirmed(isConfirmed ? text : null)}
        />
      )}
    </FormDialog>
  );
}

interface GradingFieldsProps {
  form: GradingForm;
  /** What has weights. */
  items: readonly Weighted[];
  onChange: (changes: Partial<GradingForm>) => void;
}

function GradingFields({ form, items, onChange }: GradingFieldsProps) {
  return (
    <>
      <div className={styles.fields}>
        <SelectField
          label={messages.count}
          value={form.count}
          options={optionsOf(messages.counts)}
          onChange={(count) => onChange({ count: count as GradingForm['count'] })}
        />
        <SelectField
          label={messages.attempts}
          value={form.attempts}
          options={optionsOf(messages.attemptPolicies)}
          onChange={(attempts) => onChange({ attempts: attempts as GradingForm['attempts'] })}
        />
        <SelectField
          label={messages.missing}
          value={form.missing}
          options={optionsOf(messages.missingPolicies)}
          onChange={(missing) => onChange({ missing: missing as GradingForm['missing'] })}
        />
        <TextField
          label={messages.passMark}
          hint={messages.passMarkHint}
          error={isPassMark(form.passMark) ? undefined : messages.passMarkProblem}
          inputMode="numeric"
          maxLength={3}
          value={form.passMark}
          onChange={(passMark) => onChange({ passMark })}
        />
        <SelectField
          label={messages.weights}
          value={form.weightsBy}
          options={optionsOf(messages.weightsBy)}
          onChange={(by) => onChange({ weightsBy: by as GradingForm['weightsBy'], weights: {} })}
        />
      </div>
      {form.weightsBy !== 'None' && (
        <WeightFields items={items} weights={form.weights} onChange={(weights) => onChange({ weights })} />
      )}
    </>
  );
}

interface WeightFieldsProps {
  items: readonly Weighted[];
  weights: GradingForm['weights'];
  onChange: (weights: GradingForm['weights']) => void;
}

function WeightFields({ items, weights, onChange }: WeightFieldsProps) {
  return (
    <div role="group" aria-label={messages.weights} className={styles.weights}>
      {items.map(({ id, title }) => {
        const text = weights[id] ?? '';
        return (
          <TextField
            key={id}
            label={title}
            aria-label={messages.weightOf(title)}
            placeholder={messages.defaultWeight}
            inputMode="decimal"
            maxLength={7}
            error={isWeight(text) ? undefined : messages.weightProblem}
            value={text}
            onChange={(next) => onChange({ ...weights, [id]: next })}
          />
        );
      })}
    </div>
  );
}

const optionsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }));
