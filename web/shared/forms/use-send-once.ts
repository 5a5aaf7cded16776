import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api-client/api-error.js';
import { newId } from '../new-id.js';

/**
 * Calls `send` unless an earlier call is still running, and then returns undefined. `content` identifies the request, as JSON. A retry of
 * the same content keeps its idempotency key when the server may have processed the first request.
 */
export type SendOnce = <Output>(
  content: unknown,
  send: (idempotencyKey: string) => Promise<Output>,
) => Promise<Output | undefined>;

/** Runs one submission at a time and assigns an idempotency key to each distinct one. */
export function useSendOnce(): SendOnce {
  const started = useRef(0);
  const rendered = useRef(0);
  const unconfirmed = useRef<{ content: string; key: string } | null>(null);
  const [settled, setSettled] = useState(0);

  // Waits for the render: an earlier click would reach the form that was already sent.
  useEffect(() => {
    rendered.current = settled;
  }, [settled]);

  return useCallback(async (content, send) => {
    if (started.current !== rendered.current) return undefined;
    started.current += 1;
    const sent = JSON.stringify(content ?? null);
    const former = unconfirmed.current?.content === sent ? unconfirmed.current : null;
    const key = former?.key ?? newId();
    unconfirmed.current = null;
    try {
      return await send(key);
    } catch (error) {
      // A refused retry says nothing about the first request.
      if (former || mayHaveTakenEffect(error)) unconfirmed.current = { content: sent, key };
      throw error;
    } finally {
      setSettled(started.current);
    }
  }, []);
}

/** Returns whether the server may have processed the request. A refusal (4xx) changed nothing, so the next try is a new submission. */
export const mayHaveTakenEffect = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
