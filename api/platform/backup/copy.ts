import { pipeline } from 'node:stream/promises';
import type { ClientBase, Connection } from 'pg';
import { from, to } from 'pg-copy-streams';

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
    // The server still sends the rest to a caller that stopped early, and accepts no other statement meanwhile.
    if (!isOver) connectionOf(client).stream.destroy();
  }
}

/** The types of the driver leave the connection out. */
const connectionOf = (client: ClientBase) => (client as ClientBase & { connection: Connection }).connection;
