import { type MutateOptions, useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSendOnce } from './use-send-once.js';

interface SubmissionOptions<Input, Output> extends Pick<
  UseMutationOptions<Output, Error, Input>,
  'onSuccess' | 'onError' | 'onSettled'
> {
  /** Sends the request under the key of this submission. */
  send: (input: Input, idempotencyKey: string) => Promise<Output>;
}

/** A change that is sent once, however often `mutate` is called meanwhile, and carries an idempotency key. */
export function useSubmission<Output, Input = void>({ send, ...options }: SubmissionOptions<Input, Output>) {
  const sendOnce = useSendOnce();
  const key = useRef('');
  const { mutateAsync, ...mutation } = useMutation<Output, Error, Input>({
    // A submission fails at once without a network; React Query would keep it waiting without a word.
    networkMode: 'always',
    ...options,
    mutationFn: (input) => send(input, key.current),
  });

  const mutate = (input: Input, callbacks: MutateOptions<Output, Error, Input> = {}): void => {
    const sent = sendOnce(input, (idempotencyKey) => {
      key.current = idempotencyKey;
      // Its promise settles also after a `reset`, unlike `callbacks`.
      return mutateAsync(input, callbacks);
    });
    // The form shows `error`.
    sent.catch(() => {});
  };
  return { ...mutation, mutate };
}

/** What a form shows of its submission. */
export interface SubmissionState {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
}
