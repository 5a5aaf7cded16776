import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react';
import { TextField } from '../../../shared/ui/fields.js';
import { auditMessages as messages } from '../audit.messages.js';
import type { FindPeople, Named } from '../people-search.js';

interface PersonFieldProps {
  label: string;
  /** Username of the selected person, '' for none. */
  value: string;
  findPeople: FindPeople;
  onPick: (person: Named | null) => void;
}

const NO_PEOPLE: readonly Named[] = [];

/** Field for a person by username. Suggests matches, and selects a person whose username is typed in full. */
export function PersonField({ label, value, findPeople, onPick }: PersonFieldProps) {
  const listId = useId();
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  const search = useDeferredValue(text.trim());
  const { data: found = NO_PEOPLE } = useQuery({
    queryKey: ['users', 'find', search],
    queryFn: () => findPeople(search),
    enabled: search !== '' && search !== value,
    staleTime: 30_000,
  });
  // the address has changed
  if (value !== shown) {
    setShown(value);
    setText(value);
  }
  const pick = (typed: string) => {
    const person = found.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());
    if (person) onPick(person);
    else if (typed.trim() === '' && value !== '') onPick(null);
  };
  // the username was typed or pasted in full before the response arrived
  const arrived = useEffectEvent(() => {
    if (text.trim() !== '' && text.trim() !== value) pick(text);
  });
  useEffect(() => {
    if (found.length > 0) arrived();
  }, [found]);
  return (
    <>
      <TextField
        label={label}
        value={text}
        list={listId}
        placeholder={messages.fields.username}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onChange={(typed) => {
          setText(typed);
          pick(typed);
        }}
        onBlur={() => pick(text)}
        onKeyDown={({ key }) => key === 'Enter' && pick(text)}
      />
      <datalist id={listId}>
        {found.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
