import { createRequire } from 'node:module';
import type { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { StartError } from '../../database/start-error.js';

/** The version whose private parts this file knows. `package.json` pins it. */
const VERSION = '1.3.1';
/** The private parts in use, with their numbers of parameters. */
const PARTS = { execute: 3, callArguments: 2, handleError: 2, supports: 2 } as const;

/** The private parts of the client that calls of this adapter use. No other file uses private parts. */
export interface ClientInternals {
  /** Runs a call on the client's connection, and connects elsewhere after an error of the connection or of a follower. */
  readonly execute: KurrentDBClient['execute'];
  /** Returns metadata, credentials and deadline of a call. */
  readonly callArguments: KurrentDBClient['callArguments'];
}

/**
 * Returns the private parts that calls use, and mends two others, which break while a cluster has no leader:
 * - `handleError` rejects when a connection is being made and fails. The rejection is unhandled, so the process would end.
 * - `supports` keeps the features of the server, also when they could not be read. Then every append fails until the next
 *   reconnection. Its only question is whether one call can carry several appends; the answer is now always no.
 * @throws StartError when the installed client is not the expected one
 */
export function internalsOf(client: KurrentDBClient): ClientInternals {
  assertExpected(client);
  const handleError = client['handleError'];
  client['handleError'] = (...failed) => handleError(...failed).catch(() => undefined);
  client['supports'] = () => Promise.resolve(false);
  return { execute: client['execute'], callArguments: client['callArguments'] };
}

function assertExpected(client: KurrentDBClient): void {
  const { version } = createRequire(import.meta.url)('@kurrent/kurrentdb-client/package.json') as { version: string };
  const strange = Object.entries(PARTS).filter(([name, parameters]) => {
    const part: unknown = Reflect.get(client, name);
    return typeof part !== 'function' || part.length !== parameters;
  });
  if (version === VERSION && strange.length === 0) return;
  throw new StartError(
    `The installed @kurrent/kurrentdb-client ${version} is not version ${VERSION}, which the platform needs: run npm ci.`,
  );
}
