import { useEffect, useRef, useState } from 'react';
import { TextInput } from './text-input.js';

const PAUSE_MS = 250;

interface SearchFieldProps {
  value: string;
  /** What is looked into. */
  placeholder: string;
  onSearch: (text: string) => void;
}

/** Searches once the typing pauses. */
export function SearchField({ value, placeholder, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [searched, setSearched] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // the address changed from outside, as by the sidebar's link
  if (value !== searched) {
    setSearched(value);
    if (value !== text.trim()) setText(value);
  }
  return (
    <TextInput
      label="Search"
      type="search"
      value={text}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      onChange={(next) => {
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(next.trim()), PAUSE_MS);
      }}
    />
  );
}
