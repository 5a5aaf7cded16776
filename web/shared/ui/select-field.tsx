import { memo, type Ref } from 'react';
import { FieldFrame, type FieldProps } from './field-frame.js';
import styles from './select-field.module.css';

export interface SelectOption {
  value: string;
  text: string;
}

interface SelectFieldProps extends FieldProps {
  options: readonly SelectOption[];
  disabled?: boolean;
  ref?: Ref<HTMLSelectElement>;
  onBlur?: () => void;
}

/** A labelled dropdown; the browser's own, which every phone and screen reader handles best. */
export function SelectField({ label, error, hint, options, disabled = false, onChange, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <select
          {...select}
          {...ties}
          disabled={disabled || options.length === 0}
          className={styles.select}
          onChange={({ target }) => onChange(target.value)}
        >
          <Options options={options} />
        </select>
      )}
    </FieldFrame>
  );
}

/** Hundreds of countries need not be looked at for each letter of a name beside them. */
const Options = memo(function Options({ options }: { options: readonly SelectOption[] }) {
  return options.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
});
