import { useState } from 'react';

interface NumberFieldProps {
  label: string;
  step: number;
  value: number;
  onChange: (value: number) => void;
}

/** A labelled number field that shows its value, except for text that is being typed. */
export function NumberField({ label, step, value, onChange }: NumberFieldProps) {
  // a minus sign alone is not a number yet, and must not be removed
  const [typed, setTyped] = useState({ text: String(value), value });
  const type = (text: string, given: number): void => {
    const next = Number.isFinite(given) ? given : 0;
    setTyped({ text, value: next });
    onChange(next);
  };
  return (
    <label className="field">
      {label}
      <input
        type="number"
        inputMode="decimal"
        step={step}
        value={typed.value === value ? typed.text : value}
        // leaving the field enables the keys of the flight again
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        onChange={({ target }) => type(target.value, target.valueAsNumber)}
      />
    </label>
  );
}
