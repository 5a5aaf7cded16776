import type { ComponentProps } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { CheckField, ChoiceField, SelectField, TextField } from '../ui/fields.js';
import { MomentField } from '../ui/moment-field.js';

/** A form field, identified by the name that the schema and the server's field errors use. */
interface Bound<Values extends FieldValues, Sent> {
  control: Control<Values, unknown, Sent>;
  name: FieldPath<Values>;
}

type Shown<Props> = Omit<Props, 'value' | 'checked' | 'onChange' | 'onBlur' | 'ref'>;

function useBound<Values extends FieldValues, Sent>({ control, name }: Bound<Values, Sent>) {
  const { field, fieldState } = useController({ control, name });
  const { value, ref, onChange, onBlur } = field;
  return { error: fieldState.error?.message, field: { value, ref, onChange, onBlur } };
}

/** A {@link TextField} of a form. `error` is a warning that does not block submission. */
export function FormText<Values extends FieldValues, Sent>({
  control,
  name,
  error: warning,
  ...shown
}: Bound<Values, Sent> & Shown<ComponentProps<typeof TextField>>) {
  const { field, error } = useBound({ control, name });
  return <TextField {...shown} {...field} error={error ?? warning} />;
}

interface Picked {
  /** Called after a choice, to update dependent fields. */
  onPick?: () => void;
}

/** A {@link SelectField} of a form. */
export function FormSelect<Values extends FieldValues, Sent>({
  control,
  name,
  onPick,
  ...shown
}: Bound<Values, Sent> & Shown<ComponentProps<typeof SelectField>> & Picked) {
  const { field, error } = useBound({ control, name });
  const pick = (value: string) => {
    field.onChange(value);
    onPick?.();
  };
  return <SelectField {...shown} {...field} error={error} onChange={pick} />;
}

/** A {@link ChoiceField} of a form. */
export function FormChoice<Values extends FieldValues, Sent>({
  control,
  name,
  ...shown
}: Bound<Values, Sent> & Shown<ComponentProps<typeof ChoiceField>>) {
  const { field, error } = useBound({ control, name });
  return <ChoiceField {...shown} value={field.value} error={error} onChange={field.onChange} />;
}

/** A {@link CheckField} of a form. */
export function FormCheck<Values extends FieldValues, Sent>({
  control,
  name,
  ...shown
}: Bound<Values, Sent> & Shown<ComponentProps<typeof CheckField>>) {
  const { field } = useBound({ control, name });
  return <CheckField {...shown} checked={field.value} onChange={field.onChange} />;
}

/** A {@link MomentField} of a form. */
export function FormMoment<Values extends FieldValues, Sent>({
  control,
  name,
  ...shown
}: Bound<Values, Sent> & Shown<ComponentProps<typeof MomentField>>) {
  const { field, error } = useBound({ control, name });
  return <MomentField {...shown} {...field} error={error} />;
}
