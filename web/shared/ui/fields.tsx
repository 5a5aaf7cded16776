import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import InputBase from '@mui/material/InputBase';
import NativeSelect from '@mui/material/NativeSelect';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { Options, type FieldProps, type SelectOption } from './entry-fields.js';

interface FieldFrameProps extends Pick<FieldProps, 'label' | 'error' | 'hint'> {
  /** Renders the control with the attributes that link it to its label and message. */
  children: (ties: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
}

/** The label above a field and the message below it. */
export function FieldFrame({ label, error, hint, children }: FieldFrameProps) {
  const id = useId();
  const message = error ?? hint;
  const messageId = message === undefined ? undefined : `${id}-message`;
  return (
    <FormControl fullWidth error={error !== undefined} data-screen-only>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      {children({ id, 'aria-describedby': messageId })}
      {message !== undefined && (
        <FormHelperText id={messageId} data-error={error !== undefined}>
          {message}
        </FormHelperText>
      )}
    </FormControl>
  );
}

type TextFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'color' | 'size' | keyof FieldProps> & {
    /** Number of lines; makes the field multi-line. */
    rows?: number;
    ref?: Ref<HTMLInputElement>;
  };

/** Labelled input with its message. */
export function TextField({ label, value, error, hint, rows, ref, onChange, ...input }: TextFieldProps) {
  const { type = 'text', disabled = false } = input;
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <InputBase
          {...ties}
          type={type}
          multiline={rows !== undefined}
          rows={rows}
          value={value}
          disabled={disabled}
          inputRef={ref}
          slotProps={{ input }}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldProps {
  options: readonly SelectOption[];
  disabled?: boolean;
  ref?: Ref<HTMLSelectElement>;
  onBlur?: () => void;
}

/** Labelled dropdown. Native, because phones and screen readers support it best. */
export function SelectField({ label, value, error, hint, options, disabled, ref, ...handlers }: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <NativeSelect
          {...ties}
          value={value}
          disabled={disabled || options.length === 0}
          inputRef={ref}
          input={<InputBase />}
          onBlur={handlers.onBlur}
          onChange={({ target }) => handlers.onChange(target.value)}
        >
          <Options options={options} />
        </NativeSelect>
      )}
    </FieldFrame>
  );
}

interface CheckFieldProps {
  label: string;
  checked: boolean;
  /** Explains the checkbox. */
  hint?: ReactNode;
  onChange: (checked: boolean) => void;
}

/** Labelled checkbox. Native: MUI's hides the box behind an icon, and adds 2 kB. */
export function CheckField({ label, checked, hint, onChange }: CheckFieldProps) {
  const hintId = useId();
  return (
    <div data-screen-only>
      <FormControlLabel
        label={label}
        control={<input type="checkbox" aria-describedby={hint === undefined ? undefined : hintId} />}
        checked={checked}
        onChange={() => onChange(!checked)}
      />
      {hint !== undefined && <FormHelperText id={hintId}>{hint}</FormHelperText>}
    </div>
  );
}

interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; text: string }[];
  /** Validation message. */
  error?: string | undefined;
  onChange: (value: Value) => void;
}

/** A few visible choices as native radio buttons. */
export function ChoiceField<Value extends string>({ label, value, choices, error, onChange }: ChoiceFieldProps<Value>) {
  const name = useId();
  return (
    <FormControl component="fieldset" aria-describedby={error && `${name}-error`}>
      <FormLabel component="legend">{label}</FormLabel>
      {choices.map((choice) => (
        <FormControlLabel
          key={choice.value}
          label={choice.text}
          control={<input type="radio" />}
          name={name}
          checked={choice.value === value}
          onChange={() => onChange(choice.value)}
        />
      ))}
      {error && (
        <FormHelperText error id={`${name}-error`} role="alert">
          {error}
        </FormHelperText>
      )}
    </FormControl>
  );
}
