import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/**
 * Text of a field whose value is updated late, such as from an address that changes in a transition. The text is sent after a pause in
 * typing. Until the value catches up, it is outdated and must not overwrite the typed text.
 */
export function useTextAhead(value: string, send: (text: string) => void): [string, (next: string) => void] {
  const [text, setText] = useState(value);
  const [isAhead, setAhead] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (value.trim() === text.trim()) {
    if (isAhead) setAhead(false);
  } else if (!isAhead) {
    // the address changed for another reason, such as a sidebar link
    setText(value);
  }
  const type = (next: string) => {
    setText(next);
    setAhead(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next.trim()), PAUSE_MS);
  };
  return [text, type];
}
