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
  // until what was typed is what is searched for, the value tells of an earlier moment, and must not undo letters
  const [isAhead, setAhead] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (value.trim() === text.trim()) {
    if (isAhead) setAhead(false);
  } else if (!isAhead) {
    // the address changed from outside, as by the sidebar's link
    setText(value);
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
        setAhead(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(next.trim()), PAUSE_MS);
      }}
    />
  );
}
