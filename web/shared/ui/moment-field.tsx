import { LATEST_PICKED, toPicker, zoneAt } from '../local-time.js';
import type { MomentFieldState } from '../use-moment-field.js';
import { SelectField } from './select-field.js';
import { TextInput } from './text-input.js';

interface MomentFieldProps {
  label: string;
  field: MomentFieldState;
  /** What is wrong with the moment. */
  error?: string | null;
  now: Date;
  /** Also a moment before now makes sense. */
  mayBePast?: boolean;
  onEdit?: () => void;
}

const LEFT_OUT = 'This time does not exist: clocks are put forward over it. Pick another one.';

/** Date and time on the local clock, with its zone; asks which one is meant where clocks are put back over it. */
export function MomentField({ label, field, error, now, mayBePast = false, onEdit }: MomentFieldProps) {
  const { picked, second, moments, moment } = field;
  return (
    <>
      <TextInput
        label={label}
        type="datetime-local"
        value={picked}
        min={mayBePast ? undefined : toPicker(now)}
        max={LATEST_PICKED}
        error={(field.isMissing ? LEFT_OUT : error) ?? undefined}
        hint={`Time zone: ${zoneAt(moment ?? now)}`}
        onChange={(next) => {
          field.pick(next);
          onEdit?.();
        }}
      />
      {moments.length > 1 && (
        <SelectField
          label="Clocks are put back, so this time comes twice. Which one is meant?"
          value={second ? 'second' : 'first'}
          options={moments.map((choice, index) => ({
            value: index === 0 ? 'first' : 'second',
            text: `The ${index === 0 ? 'first' : 'second'}, ${zoneAt(choice)}`,
          }))}
          onChange={(value) => {
            field.pickSecond(value === 'second');
            onEdit?.();
          }}
        />
      )}
    </>
  );
}
