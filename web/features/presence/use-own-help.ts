import { useEffect, useState } from 'react';
import type { HelpRow } from '../../../api/contracts/presence.contract.js';
import { live } from '../../shared/live-client/live.js';
import { newId } from '../../shared/new-id.js';

/** Session storage key of the open request: user, class and request id. A page reload must not cancel the request. */
const ASKED = 'askedForHelp';

/** The help request of a student: its id while it is open, and its state. */
export type OwnHelp =
  | { readonly status: 'none' | 'resolved'; readonly helpId: null }
  | { readonly status: 'sending' | 'notified'; readonly helpId: string }
  | { readonly status: 'on-the-way'; readonly helpId: string; readonly helperName: string };

const NONE: OwnHelp = { status: 'none', helpId: null };

/** Returns the student's own help request in a class, and a function that opens or cancels it. */
export function useOwnHelp(userId: string, sessionId: string): [OwnHelp, (asks: boolean) => void] {
  const owner = `${userId} ${sessionId} `;
  const [help, setHelp] = useState(() => storedHelp(owner));
  const { helpId } = help;

  useEffect(() => {
    if (helpId === null) return;
    return live().watch<HelpRow>({
      topic: 'help',
      id: sessionId,
      onUpdate: ({ rows }) => {
        const request = rows.find(({ key }) => key === userId)?.value;
        // a response to an earlier request may still arrive
        if (request?.helpId !== helpId) return;
        if (request.resolvedAt !== null) sessionStorage.removeItem(ASKED);
        setHelp(afterAnswer(request));
      },
    });
  }, [helpId, sessionId, userId]);

  const change = (asks: boolean) => {
    const next: OwnHelp = asks ? { status: 'sending', helpId: newId() } : NONE;
    if (next.helpId === null) sessionStorage.removeItem(ASKED);
    else sessionStorage.setItem(ASKED, owner + next.helpId);
    setHelp(next);
  };
  return [help, change];
}

function storedHelp(owner: string): OwnHelp {
  const stored = sessionStorage.getItem(ASKED);
  return stored?.startsWith(owner) ? { status: 'sending', helpId: stored.slice(owner.length) } : NONE;
}

function afterAnswer({ helpId, helper, resolvedAt }: HelpRow): OwnHelp {
  if (resolvedAt !== null) return { status: 'resolved', helpId: null };
  return helper ? { status: 'on-the-way', helpId, helperName: helper.name } : { status: 'notified', helpId };
}
