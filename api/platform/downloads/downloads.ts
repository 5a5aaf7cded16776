import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../domain-error.js';
import { attachment } from './attachment.js';

/** For the routes that send them; whoever is slower than this asks again. */
export const DOWNLOAD_LIMITS = { deadlineMs: 10 * 60_000 };

const PER_USER = 2;
const PER_NODE = 6;
const RETRY_AFTER_SECONDS = 5;

/** A file that is made while it is sent. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly pieces: AsyncIterable<string | Buffer>;
}

/** Long answers, few at once: each reads much of the database and keeps a core busy. */
@Injectable()
export class Downloads {
  private readonly running = new Map<string, number>();
  private total = 0;

  /**
   * Takes a place for the answer, until it has been sent or nobody waits for it any more.
   * @throws DomainError 429 when the user, 503 when this node has enough of them, 400 when nobody waits already.
   */
  admit(userId: string, reply: FastifyReply): void {
    // It has closed and will not do so again: the place would stay taken.
    if (reply.raw.destroyed) throw new DomainError('MALFORMED_REQUEST', 'The download was given up.', 400);
    const mine = this.running.get(userId) ?? 0;
    if (mine >= PER_USER)
      throw refusal('TOO_MANY_REQUESTS', 'Other downloads of yours are still running. Wait for them.', 429);
    if (this.total >= PER_NODE) throw refusal('UNAVAILABLE', 'Many downloads are running. Try again in a moment.', 503);
    this.running.set(userId, mine + 1);
    this.total += 1;
    reply.raw.once('close', () => this.release(userId));
  }

  /** Sends a file piece by piece. One that fails on the way breaks off, so that nobody takes a part for the whole. */
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
