import { useEffect, useState, useSyncExternalStore } from 'react';
import type { HelpRow } from '../../../api/contracts/presence.contract.js';
import { live } from '../../shared/live-client/live.js';
import { newId } from '../../shared/new-id.js';

/**
 * Local storage key of the newest request: user, class, request id, time, and {@link RESOLVED} once it is. All tabs of the browser report the
 * same request, and a page reload does not cancel it.
 */
const ASKED = 'askedForHelp';
const RESOLVED = 'resolved';

/** Time after which a stored request is ignored. A class that continues on the next day must not reopen it. */
const LONGEST_MS = 8 * 3_600_000;

/** The help request of a student: its id while it is open, and its state. */
export type OwnHelp =
  | { readonly status: 'none' | 'resolved'; readonly helpId: null }
  | { readonly status: 'sending' | 'notified'; readonly helpId: string }
  | { readonly status: 'on-the-way'; readonly helpId: string; readonly helperName: string };

const listeners = new Set<() => void>();

/** Returns the student's own help request in a class, and a function that opens or cancels it. */
export function useOwnHelp(userId: string, sessionId: string): [OwnHelp, (asks: boolean) => void] {
  const stored = useSyncExternalStore(subscribe, () => storedRequest(userId, sessionId));
  const helpId = stored === RESOLVED ? null : stored;
  /** The newest response of the server. */
  const [answer, setAnswer] = useState<HelpRow | null>(null);

  useEffect(() => {
    if (helpId === null) return;
    return live().watch<HelpRow>({
      topic: 'help',
      id: sessionId,
      onUpdate: ({ rows }) => {
        const request = rows.find(({ key }) => key === userId)?.value;
        // a response to an earlier request may still arrive
        if (request?.helpId !== helpId) return;
        setAnswer(request);
        // another tab may have asked again since
        if (request.resolvedAt !== null && storedRequest(userId, sessionId) === helpId)
          store(`${localStorage.getItem(ASKED)} ${RESOLVED}`);
      },
    });
  }, [helpId, sessionId, userId]);

  const change = (asks: boolean) => {
    setAnswer(null);
    store(asks ? [userId, sessionId, newId(), Date.now()].join(' ') : null);
  };
  return [helpOf(stored, answer), change];
}

function helpOf(helpId: string | null, answer: HelpRow | null): OwnHelp {
  if (!helpId || helpId === RESOLVED) return { status: helpId ? 'resolved' : 'none', helpId: null };
  if (answer?.helpId !== helpId) return { status: 'sending', helpId };
  return answer.helper
    ? { status: 'on-the-way', helpId, helperName: answer.helper.name }
    : { status: 'notified', helpId };
}

/** Returns the id of the stored request if it is one of this user in this class, or {@link RESOLVED}. */
function storedRequest(userId: string, sessionId: string): string | null {
  const [user, session, helpId, at, state] = localStorage.getItem(ASKED)?.split(' ') ?? [];
  const isOwn = user === userId && session === sessionId && Date.now() - Number(at) < LONGEST_MS;
  return (isOwn && (state ?? helpId)) || null;
}

function store(request: string | null): void {
  if (request === null) localStorage.removeItem(ASKED);
  else localStorage.setItem(ASKED, request);
  for (const listener of listeners) listener();
}

/** Reads the request again when another tab stores one, and when the page is shown, because a frozen page receives no storage events. */
function subscribe(listener: () => void): () => void {
  const stopped = new AbortController();
  listeners.add(listener);
  window.addEventListener('storage', listener, stopped);
  document.addEventListener('visibilitychange', listener, stopped);
  return () => {
    listeners.delete(listener);
    stopped.abort();
  };
}
