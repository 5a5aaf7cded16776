import { PassThrough } from 'node:stream';
import { readPassword } from './read-password.js';

const source = (env: Record<string, string>, ...lines: string[]) => {
  const input = new PassThrough();
  input.end(lines.join('\n'));
  return { env, input, output: new PassThrough() };
};

it('takes the password from the environment', async () => {
  expect(await readPassword('root', source({ SIMULATE_ADMIN_PASSWORD: 'secret' }, 'other'))).toBe('secret');
});

it('takes the first line of the standard input', async () => {
  expect(await readPassword('root', source({}, 'secret', 'other'))).toBe('secret');
});

it('explains where to set it when it is missing', async () => {
  await expect(readPassword('root', source({}))).rejects.toThrow(
    'No password: set SIMULATE_ADMIN_PASSWORD, or write the password of root to the standard input.',
  );
});
