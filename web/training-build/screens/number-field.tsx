import { useState } from 'react';

interface NumberFieldProps {
  label: string;
  step: number;
  value: number;
  onChange: (value: number) => void;
}

/** A labelled number that follows its value, but leaves what is being typed alone. */
export function NumberField({ label, step, value, onChange }: NumberFieldProps) {
  // a minus alone is not a number yet, and must not be removed
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
        // the keys of the flight work again once the field is left
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        onChange={({ target }) => type(target.value, target.valueAsNumber)}
      />
    </label>
  );
}
