import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { UserError } from './user-error.js';

const VARIABLE = 'SIMULATE_ADMIN_PASSWORD';

/** Sources of a password. */
export interface PasswordSource {
  readonly env: NodeJS.ProcessEnv;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Returns the administrator's password from `SIMULATE_ADMIN_PASSWORD` or the first line of the standard input. A terminal does not show
 * it. It is never an argument, because other users of the machine can read those.
 * @throws UserError when there is none
 */
export async function readPassword(admin: string, { env, input, output }: PasswordSource): Promise<string> {
  const set = env[VARIABLE];
  if (set) return set;
  const isTerminal = input.isTTY === true;
  if (isTerminal) output.write(`Password of ${admin}: `);
  const lines = createInterface({ input, output: new PassThrough().resume(), terminal: isTerminal });
  try {
    const line = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [''])]);
    const password = String(line[0]);
    if (password !== '') return password;
    throw new UserError(`No password: set ${VARIABLE}, or write the password of ${admin} to the standard input.`);
  } finally {
    lines.close();
    if (isTerminal) output.write('\n');
  }
}
