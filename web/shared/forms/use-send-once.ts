import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api-client/api-error.js';
import { newId } from '../new-id.js';

/**
 * Calls `send` unless an earlier call is still running, and then returns undefined. `content` is what the request says, as
 * JSON: a repeat of the same content keeps its idempotency key when the server may have done the first one.
 */
export type SendOnce = <Output>(
  content: unknown,
  send: (idempotencyKey: string) => Promise<Output>,
) => Promise<Output | undefined>;

/** Lets one submission run at a time and gives each distinct one an idempotency key. */
export function useSendOnce(): SendOnce {
  const started = useRef(0);
  const rendered = useRef(0);
  const unconfirmed = useRef<{ content: string; key: string } | null>(null);
  const [settled, setSettled] = useState(0);

  // Not sooner: a click before the result is rendered would still meet the form that was sent.
  useEffect(() => {
    rendered.current = settled;
  }, [settled]);

  return useCallback(async (content, send) => {
    if (started.current !== rendered.current) return undefined;
    started.current += 1;
    const sent = JSON.stringify(content ?? null);
    const key = unconfirmed.current?.content === sent ? unconfirmed.current.key : newId();
    unconfirmed.current = null;
    try {
      return await send(key);
    } catch (error) {
      if (mayHaveTakenEffect(error)) unconfirmed.current = { content: sent, key };
      throw error;
    } finally {
      setSettled(started.current);
    }
  }, []);
}

/** A refusal (4xx) changed nothing, so the next try is a new submission. */
const mayHaveTakenEffect = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
