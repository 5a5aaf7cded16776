import { useQueryClient } from '@tanstack/react-query';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';

interface CourseMutationOptions<Input, Output> {
  send: (input: Input, idempotencyKey: string) => Promise<Output>;
  failed: (error: Error) => void;
  /** Said when it is done. */
  done: (input: Input, output: Output) => string;
}

/** A change of courses: says how it went, and loads the courses again. */
export function useCourseMutation<Output, Input = void>({ send, failed, done }: CourseMutationOptions<Input, Output>) {
  const client = useQueryClient();
  return useSubmission({
    send,
    onError: failed,
    onSuccess: (output, input) => toast(done(input, output), 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: ['groups'] }),
  });
}
