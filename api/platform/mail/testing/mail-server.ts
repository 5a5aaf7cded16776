import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { type ReadMail, readMail } from '../../../testing/mail-folder.js';

/** A real mail server for one spec, on a free loopback port. It can be stopped and started again. */
export class MailServer {
  readonly received: ReadMail[] = [];
  /** Called before a mail is accepted. A rejection refuses the mail. */
  onMail: () => Promise<void> = () => Promise.resolve();
  private server: SMTPServer | undefined;
  private port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Number of connected clients. */
  get connections(): number {
    return this.server?.connections.size ?? 0;
  }

  async start(): Promise<void> {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => void this.take(stream, done),
    });
    this.server.on('error', () => undefined);
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server.server, 'listening');
    this.port = (this.server.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => (this.server ? this.server.close(resolve) : resolve()));
    this.server = undefined;
  }

  private async take(stream: Readable, done: (error?: Error) => void): Promise<void> {
    try {
      const raw = await text(stream);
      await this.onMail();
      this.received.push(readMail(raw));
      done();
    } catch (error) {
      done(error as Error);
    }
  }
}
