import { useEffect, useState } from 'react';
import { SelectField } from '../../../shared/ui/select-field.js';
import type { Country } from '../countries.js';

interface NationalityFieldProps {
  value: string;
  onChange: (value: string) => void;
}

const NONE = { value: '', text: 'Not given' };

/** A choice of countries, whose list is loaded after the form is there. */
export function NationalityField({ value, onChange }: NationalityFieldProps) {
  const [countries, setCountries] = useState<readonly Country[]>([]);

  useEffect(() => {
    let gone = false;
    import('../countries.js').then(
      ({ COUNTRIES }) => !gone && setCountries(COUNTRIES),
      () => {}, // the field is optional: without the list it stays as it is
    );
    return () => {
      gone = true;
    };
  }, []);

  const options = countries.map(({ id, name }) => ({ value: String(id), text: name }));
  return <SelectField label="Nationality" value={value} options={[NONE, ...options]} onChange={onChange} />;
}
