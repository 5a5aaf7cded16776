import { sharedMessages as messages } from '../shared.messages.js';
import { useTextAhead } from '../use-text-ahead.js';
import { TextField } from './fields.js';

interface SearchFieldProps {
  value: string;
  /** Names the searched data. */
  placeholder: string;
  onSearch: (text: string) => void;
}

/** Search field that searches after a pause in typing. */
export function SearchField({ value, placeholder, onSearch }: SearchFieldProps) {
  const [text, type] = useTextAhead(value, onSearch);
  return (
    <TextField
      label={messages.search}
      type="search"
      value={text}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      onChange={type}
    />
  );
}
