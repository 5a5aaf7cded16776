import { memo, useId } from 'react';
import styles from './select-field.module.css';

export interface SelectOption {
  value: string;
  text: string;
}

interface SelectFieldProps {
  label: string;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
}

/** A labelled dropdown; the browser's own, which every phone and screen reader handles best. */
export function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={options.length === 0}
        className={styles.select}
        onChange={({ target }) => onChange(target.value)}
      >
        <Options options={options} />
      </select>
    </div>
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
