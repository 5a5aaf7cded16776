import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from, to } from 'pg-copy-streams';
import { breakConnection } from '../database/break-connection.js';

/** Sends bytes as the input of a `COPY … FROM STDIN`, and returns the number of rows. */
export async function copyIn(client: ClientBase, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(from(statement));
  await pipeline(source, copy);
  return copy.rowCount;
}

/** Reads the output of a `COPY … TO STDOUT` as bytes. The server waits while the caller does not read. */
export async function* copyOut(client: ClientBase, statement: string): AsyncGenerator<Buffer> {
  const copy = client.query(to(statement));
  let isOver = false;
  copy.once('end', () => (isOver = true)).once('error', () => (isOver = true));
  try {
    yield* copy as AsyncIterable<Buffer>;
  } finally {
    // When the caller stops early, the server keeps sending the rest and accepts no other statement.
    if (!isOver) breakConnection(client);
  }
}
