import { type MutateOptions, useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSendOnce } from './use-send-once.js';

interface SubmissionOptions<Input, Output> extends Pick<
  UseMutationOptions<Output, Error, Input>,
  'onSuccess' | 'onError' | 'onSettled'
> {
  /** Sends the request with the idempotency key of this submission. */
  send: (input: Input, idempotencyKey: string) => Promise<Output>;
}

/** A mutation with an idempotency key. Calls of `mutate` while it runs are ignored. */
export function useSubmission<Output, Input = void>({ send, ...options }: SubmissionOptions<Input, Output>) {
  const sendOnce = useSendOnce();
  const key = useRef('');
  const { mutateAsync, ...mutation } = useMutation<Output, Error, Input>({
    // Without a network, a submission fails immediately. By default React Query would pause it silently.
    networkMode: 'always',
    ...options,
    mutationFn: (input) => send(input, key.current),
  });

  const mutate = (input: Input, callbacks: MutateOptions<Output, Error, Input> = {}): void => {
    const sent = sendOnce(input, (idempotencyKey) => {
      key.current = idempotencyKey;
      // This promise settles even after a `reset`, unlike `callbacks`.
      return mutateAsync(input, callbacks);
    });
    // The form shows `error`.
    sent.catch(() => {});
  };
  return { ...mutation, mutate };
}

/** State of a submission that a form shows. */
export interface SubmissionState {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
}
