import InputBase from '@mui/material/InputBase';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { LATEST_PICKED, momentsOf, toPicker, zoneAt } from '../local-time.js';
import { momentOf, type PickedMoment, pickedProblem } from '../picked-moment.js';
import { sharedMessages } from '../shared.messages.js';
import type { FieldProps } from './entry-fields.js';
import { FieldFrame, SelectField } from './fields.js';

interface MomentInputProps extends Pick<FieldProps, 'label' | 'error' | 'hint'> {
  /** As {@link PickedMoment.picked}. */
  value: string;
  /** As {@link PickedMoment.isPartial}. */
  isPartial?: boolean;
  /** Earliest time that the picker offers. */
  earliest?: Date | undefined;
  /** Step between two choices in seconds. */
  step?: number;
  ref?: Ref<HTMLInputElement> | undefined;
  onChange: (value: string, isPartial: boolean) => void;
  onBlur?: () => void;
}

/**
 * The browser's field for a date and time. React does not control it: the value of a half-typed date is '', and writing that back would
 * clear the input.
 */
export function MomentInput(props: MomentInputProps) {
  const { label, error, hint, value, isPartial = false, earliest, step, ref, onChange, onBlur } = props;
  const input = useRef<HTMLInputElement>(null);
  const [first] = useState(value);
  const min = earliest && toPicker(earliest);
  // Fixed while the field is in use: Firefox clears a half-typed date when `min` changes.
  const [offeredFrom, setOfferedFrom] = useState(min);
  const reported = useRef({ value, isPartial });
  useImperativeHandle(ref, () => input.current!);

  useEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value;
    reported.current = { ...reported.current, value };
  }, [value]);

  // Called on several events, because a half-typed date changes no value and fires no change event.
  const report = () => {
    if (!input.current) return;
    const { value: typed, validity } = input.current;
    if (typed === reported.current.value && validity.badInput === reported.current.isPartial) return;
    reported.current = { value: typed, isPartial: validity.badInput };
    onChange(typed, validity.badInput);
  };

  // The form may remember a half-typed date of an earlier field at this position. This field starts empty.
  const reportAtStart = useEffectEvent(() => {
    if (input.current?.validity.badInput !== isPartial) report();
  });
  useEffect(() => reportAtStart(), []);

  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <InputBase
          {...ties}
          inputRef={input}
          type="datetime-local"
          defaultValue={first}
          slotProps={{ input: { min: offeredFrom, max: LATEST_PICKED, step } }}
          onFocus={() => !input.current?.validity.badInput && setOfferedFrom(min)}
          onChange={report}
          onKeyUp={report}
          onBlur={() => {
            report();
            onBlur?.();
          }}
        />
      )}
    </FieldFrame>
  );
}

interface MomentFieldProps {
  label: string;
  value: PickedMoment;
  /** Validation message. */
  error?: string | undefined;
  now: Date;
  /** Allows times before now. */
  mayBePast?: boolean;
  ref?: Ref<HTMLInputElement>;
  onChange: (value: PickedMoment) => void;
  onBlur?: () => void;
}

/** Date and time in local time, with the zone. When clocks are set back over the time, it lets the person select one of the two. */
export function MomentField({ label, value, error, now, mayBePast = false, ref, onChange, onBlur }: MomentFieldProps) {
  const messages = sharedMessages.time;
  const [isBeingTyped, setBeingTyped] = useState(false);
  const moments = momentsOf(value.picked);
  const ownProblem = value.isPartial && isBeingTyped ? null : pickedProblem(value);
  return (
    <>
      <MomentInput
        label={label}
        value={value.picked}
        isPartial={value.isPartial}
        earliest={mayBePast ? undefined : now}
        error={ownProblem ?? error}
        hint={messages.zone(zoneAt(momentOf(value) ?? now))}
        ref={ref}
        onChange={(picked, isPartial) => {
          setBeingTyped(true);
          onChange({ picked, isPartial, second: false });
        }}
        onBlur={() => {
          setBeingTyped(false);
          onBlur?.();
        }}
      />
      {moments.length > 1 && (
        <SelectField
          label={messages.twice}
          value={value.second ? 'second' : 'first'}
          options={moments.map((choice, index) => ({
            value: index === 0 ? 'first' : 'second',
            text: (index === 0 ? messages.first : messages.second)(zoneAt(choice)),
          }))}
          onChange={(which) => onChange({ ...value, second: which === 'second' })}
        />
      )}
    </>
  );
}
