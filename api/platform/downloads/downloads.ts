import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../domain-error.js';
import { attachment } from './attachment.js';

/** Time limit of routes that send downloads. A slower download is aborted. */
export const DOWNLOAD_LIMITS = { deadlineMs: 10 * 60_000 };

const PER_USER = 2;
const PER_NODE = 6;
const RETRY_AFTER_SECONDS = 5;

/** A file that is generated while it is sent. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly pieces: AsyncIterable<string | Buffer>;
}

/** Limits concurrent downloads, because each reads large parts of the database and uses a full core. */
@Injectable()
export class Downloads {
  private readonly running = new Map<string, number>();
  private total = 0;

  /**
   * Reserves one of the concurrent downloads, until the response is sent, the client disconnects or the time limit has passed.
   * @throws DomainError 429 at the limit of the user, 503 at the limit of the node, 400 when the client has already disconnected
   */
  admit(userId: string, reply: FastifyReply): void {
    // `close` has already fired, so the reservation would never be released.
    if (reply.raw.destroyed) throw new DomainError('MALFORMED_REQUEST', 'The download was cancelled.', 400);
    const own = this.running.get(userId) ?? 0;
    if (own >= PER_USER)
      throw refusal('TOO_MANY_REQUESTS', 'Your other downloads are still running. Wait until one has finished.', 429);
    if (this.total >= PER_NODE) throw refusal('UNAVAILABLE', 'Many downloads are running. Try again in a moment.', 503);
    this.running.set(userId, own + 1);
    this.total += 1;
    // A client that stops reading without disconnecting would keep its reservation.
    const expiry = setTimeout(() => reply.raw.destroy(), DOWNLOAD_LIMITS.deadlineMs).unref();
    reply.raw.once('close', () => {
      clearTimeout(expiry);
      this.release(userId);
    });
  }

  /** Streams a file. An error aborts the response, so that the client does not mistake a part for the complete file. */
  send(reply: FastifyReply, { name, type, pieces }: Download): void {
    const stream = Readable.from(pieces);
    if (reply.raw.destroyed) stream.destroy();
    else reply.raw.once('close', () => stream.destroy());
    void reply.type(type).header('content-disposition', attachment(name)).send(stream);
  }

  private release(userId: string): void {
    const left = this.running.get(userId)! - 1;
    if (left === 0) this.running.delete(userId);
    else this.running.set(userId, left);
    this.total -= 1;
  }
}

const refusal = (code: 'TOO_MANY_REQUESTS' | 'UNAVAILABLE', title: string, status: 429 | 503): DomainError =>
  new DomainError(code, title, status, undefined, RETRY_AFTER_SECONDS);
