import { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { internalsOf } from './client-internals.js';

const openClient = (): KurrentDBClient => KurrentDBClient.connectionString('kurrentdb://127.0.0.1:1?tls=false');

it('accepts the installed client', () => {
  const { execute, callArguments } = internalsOf(openClient());
  expect([execute, callArguments].map((part) => typeof part)).toEqual(['function', 'function']);
});

it.each(['execute', 'callArguments', 'handleError', 'supports'])('refuses a client whose %s is another', (part) => {
  const client = openClient();
  Reflect.set(client, part, () => undefined);
  expect(() => internalsOf(client)).toThrow(/is not version \d+\.\d+\.\d+, which the platform needs: run npm ci\.$/);
});
