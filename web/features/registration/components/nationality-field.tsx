import { useEffect, useMemo, useState } from 'react';
import { EntrySelect, type SelectOption } from '../../../shared/ui/entry-fields.js';
import { registrationMessages } from '../registration.messages.js';

interface NationalityFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Select field for a country. The list is loaded after the form is rendered. */
export function NationalityField({ value, onChange }: NationalityFieldProps) {
  const messages = registrationMessages.fields;
  const [countries, setCountries] = useState<readonly SelectOption[]>([]);

  useEffect(() => {
    let isUnmounted = false;
    import('../countries.js').then(
      ({ countriesByName }) =>
        !isUnmounted && setCountries(countriesByName().map(({ id, name }) => ({ value: String(id), text: name }))),
      () => {}, // the field is optional, so it stays empty without the list
    );
    return () => {
      isUnmounted = true;
    };
  }, []);

  const options = useMemo(() => [{ value: '', text: messages.noNationality }, ...countries], [messages, countries]);
  return <EntrySelect label={messages.nationality} value={value} options={options} onChange={onChange} />;
}
