import { exitCodeOfCommander } from '../../api/cli/command-line.js';

/** An error that the user of a script can fix. The message is one sentence. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}

/** Prints the error that ends a script, unless commander has printed it. @returns the exit code */
export function exitCodeAfter(error: unknown): number {
  const code = exitCodeOfCommander(error);
  if (code !== undefined) return code;
  console.error(error instanceof UserError ? error.message : error);
  return 1;
}
