import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/**
 * The text of a field whose value comes back late, as by the address, which is changed in a transition. Sent once the typing
 * pauses; until it is back, the value tells of an earlier moment and must not undo what was typed since.
 */
export function useTextAhead(value: string, send: (text: string) => void): [string, (next: string) => void] {
  const [text, setText] = useState(value);
  const [isAhead, setAhead] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (value.trim() === text.trim()) {
    if (isAhead) setAhead(false);
  } else if (!isAhead) {
    // the address changed from outside, as by the sidebar's link
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
