import { useState } from 'react';

/** In session storage: who asks for help in which class; reloading the page must not take it back. */
const ASKED = 'askedForHelp';

/** Whether the student asks for help in this class, and how to change that. */
export function useAskedForHelp(userId: string, sessionId: string): [boolean, (asked: boolean) => void] {
  const mine = `${userId} ${sessionId}`;
  const [asked, setAsked] = useState(() => sessionStorage.getItem(ASKED) === mine);
  const change = (next: boolean) => {
    if (next) sessionStorage.setItem(ASKED, mine);
    else sessionStorage.removeItem(ASKED);
    setAsked(next);
  };
  return [asked, change];
}
