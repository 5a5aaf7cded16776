import { Readable } from 'node:stream';
import type { ClientBase, Connection, Submittable } from 'pg';

/** Rows come one by one; they go on in pieces of this size. */
const PIECE_BYTES = 64 * 1_024;

/** What a `COPY … TO STDOUT` sends, as bytes; the server waits while nobody reads. */
export function copyOut(client: ClientBase, statement: string): Readable {
  return client.query(new CopyOut(statement));
}

/** The driver knows the protocol's messages but no COPY; it hands them to whoever submitted the statement. */
class CopyOut extends Readable implements Submittable {
  private connection: Connection | undefined;
  private piece = Buffer.allocUnsafe(PIECE_BYTES);
  private used = 0;
  private done = false;

  constructor(private readonly statement: string) {
    super({ highWaterMark: 4 * PIECE_BYTES });
  }

  submit(connection: Connection): void {
    this.connection = connection;
    connection.query(this.statement);
  }

  override _read(): void {
    this.connection?.stream.resume();
  }

  /** Copied at once: the driver uses the memory again. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.used + chunk.length > PIECE_BYTES) this.handOn();
    if (chunk.length > PIECE_BYTES) return this.give(Buffer.from(chunk));
    chunk.copy(this.piece, this.used);
    this.used += chunk.length;
  }

  handleCommandComplete(): void {
    this.handOn();
  }

  handleReadyForQuery(): void {
    this.done = true;
    this.push(null);
  }

  handleError(error: Error): void {
    this.done = true;
    this.destroy(error);
  }

  /** Nobody wants the rest: a server that waits for us to read hears nothing else any more. */
  override _destroy(error: Error | null, destroyed: (error?: Error | null) => void): void {
    if (!this.done) this.connection?.stream.destroy();
    destroyed(error);
  }

  private handOn(): void {
    if (this.used === 0) return;
    this.give(this.piece.subarray(0, this.used));
    this.piece = Buffer.allocUnsafe(PIECE_BYTES);
    this.used = 0;
  }

  private give(bytes: Buffer): void {
    if (!this.push(bytes)) this.connection?.stream.pause();
  }
}
