import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase, Connection, Submittable } from 'pg';

/** Sends bytes as the input of a `COPY … FROM STDIN`. @returns how many rows they were */
export async function copyIn(client: ClientBase, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(new CopyIn(statement));
  await pipeline(source, copy);
  return copy.rows;
}

/** Parts of the driver that only COPY needs, and its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

type Callback = (error?: Error | null) => void;

/** As `copy-out.ts`, the other way round: writes wait until the server asks for rows, and while it takes its time. */
class CopyIn extends Writable implements Submittable {
  rows = 0;
  private connection: CopyConnection | undefined;
  private accepts = false;
  private whenAccepted: (() => void) | undefined;
  private whenDone: Callback | undefined;

  constructor(private readonly statement: string) {
    super();
  }

  submit(connection: Connection): void {
    this.connection = connection as CopyConnection;
    connection.query(this.statement);
  }

  override _write(chunk: Buffer, _encoding: string, done: Callback): void {
    this.onceAccepted((connection) => {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) connection.stream.once('drain', () => done());
      else done();
    });
  }

  override _final(done: Callback): void {
    this.onceAccepted((connection) => {
      this.whenDone = done;
      connection.endCopyFrom();
    });
  }

  override _destroy(error: Error | null, done: Callback): void {
    if (error && this.accepts) this.connection?.sendCopyFail('the source of the rows failed');
    done(error);
  }

  handleCopyInResponse(): void {
    this.accepts = true;
    this.whenAccepted?.();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);
  }

  handleReadyForQuery(): void {
    this.accepts = false;
    this.whenDone?.();
  }

  handleError(error: Error): void {
    this.accepts = false;
    this.destroy(error);
  }

  private onceAccepted(act: (connection: CopyConnection) => void): void {
    if (this.accepts) act(this.connection!);
    else this.whenAccepted = () => act(this.connection!);
  }
}
