import { useEffect, useState } from 'react';
import { SelectField, type SelectOption } from '../../../shared/ui/select-field.js';

interface NationalityFieldProps {
  value: string;
  onChange: (value: string) => void;
}

const NONE = { value: '', text: 'Not given' };

/** A choice of countries, whose list is loaded after the form is there. */
export function NationalityField({ value, onChange }: NationalityFieldProps) {
  const [options, setOptions] = useState<readonly SelectOption[]>([NONE]);

  useEffect(() => {
    let gone = false;
    import('../countries.js').then(
      ({ COUNTRIES }) =>
        !gone && setOptions([NONE, ...COUNTRIES.map(({ id, name }) => ({ value: String(id), text: name }))]),
      () => {}, // the field is optional: without the list it stays as it is
    );
    return () => {
      gone = true;
    };
  }, []);

  return <SelectField label="Nationality" value={value} options={options} onChange={onChange} />;
}
