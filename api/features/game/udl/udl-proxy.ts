import { Readable } from 'node:stream';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../../config.js';
import { DomainError } from '../../../platform/domain-error.js';
import { FaultLog } from '../../../platform/ops/fault-log.js';

const MAX_ANSWER = 10 * 1024 * 1024;
/** Maximum concurrent requests of a player: the number of connections that a browser opens to one host. */
const PER_PLAYER = 6;
const RETRY_AFTER_SECONDS = 1;

/** Forwarded headers. All others are removed: cookies, tokens of the platform, addresses, and hop-by-hop headers. */
const PASSED_ON = ['accept', 'accept-language', 'content-type', 'if-none-match', 'if-modified-since'];
const PASSED_BACK = ['content-type', 'content-disposition', 'etag', 'last-modified', 'retry-after'];

/** Headers that prevent a response of the data library from acting as a page of the platform. */
const HARMLESS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Forwards requests to the data library with the platform's credentials, and returns the responses. */
@Injectable()
export class UdlProxy {
  private readonly running = new Map<string, number>();
  private readonly faults = new FaultLog(new Logger(UdlProxy.name));

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Forwards a request and streams the response. A response that is too large or takes too long is aborted.
   * @throws DomainError 429, or 502 and 504 when the data library fails before its response begins
   */
  async forward(playerId: string, address: URL, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const release = this.admit(playerId, reply);
    const signal = AbortSignal.any([release, AbortSignal.timeout(this.config.game.udlTimeoutMs)]);
    const answer = await this.fetchUpstream(address, request, signal);
    const refusal = refusalOf(answer);
    if (refusal) {
      void answer.body?.cancel().catch(() => undefined);
      this.faults.warn(`The data library responded with ${answer.status}: ${refusal.message}`);
      throw refusal;
    }
    const headers = PASSED_BACK.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    void reply
      .status(answer.status)
      .headers({ ...Object.fromEntries(headers), ...HARMLESS })
      .send(answer.body ? Readable.from(atMost(answer.body), { objectMode: false }) : '');
  }

  private async fetchUpstream(address: URL, request: FastifyRequest, signal: AbortSignal): Promise<Response> {
    const body = request.body as Buffer | undefined;
    try {
      return await fetch(address, {
        method: request.method,
        headers: { ...passedOn(request), ...this.authorization() },
        ...(body && body.length > 0 && { body }),
        redirect: 'manual',
        signal,
      });
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        throw failed('UPSTREAM_TIMEOUT', 'The data library did not respond in time. Try again.', 504);
      // The message of the error may contain the address; its code cannot.
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      this.faults.warn(`The data library could not be reached: ${code ?? 'no response'}`);
      throw failed('UPSTREAM_FAILED', 'The data library could not be reached. Try again later.', 502);
    }
  }

  private authorization(): Record<string, string> {
    const { udlUsername, udlPassword } = this.config.game;
    if (udlUsername === '' && udlPassword === '') return {};
    return { authorization: `Basic ${Buffer.from(`${udlUsername}:${udlPassword}`).toString('base64')}` };
  }

  /** Counts the request until its connection closes. The returned signal aborts when the player disconnects. */
  private admit(playerId: string, reply: FastifyReply): AbortSignal {
    const running = this.running.get(playerId) ?? 0;
    if (running >= PER_PLAYER)
      throw new DomainError(
        'TOO_MANY_REQUESTS',
        `At most ${PER_PLAYER} requests to the data library run at once. Wait until one has finished.`,
        429,
        undefined,
        RETRY_AFTER_SECONDS,
      );
    this.running.set(playerId, running + 1);
    const disconnected = new AbortController();
    reply.raw.once('close', () => {
      const left = this.running.get(playerId)! - 1;
      if (left === 0) this.running.delete(playerId);
      else this.running.set(playerId, left);
      disconnected.abort();
    });
    return disconnected.signal;
  }
}

const passedOn = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])));

/** Returns an error for a response that concerns the data library itself and on which a player cannot act. */
function refusalOf({ status, headers }: Response): DomainError | undefined {
  if (status >= 300 && status < 400 && status !== 304)
    return failed('UPSTREAM_FAILED', 'The data library redirects to another address, which is not followed.', 502);
  if (status === 401 || status === 407)
    return failed('UPSTREAM_FAILED', 'The data library does not accept the credentials of this platform.', 502);
  if (Number(headers.get('content-length')) > MAX_ANSWER) return tooLarge();
  return undefined;
}

/** Yields the chunks of a body. Throws when the body is too large, so that a part is never taken for the whole. */
async function* atMost(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > MAX_ANSWER) throw tooLarge();
    yield piece;
  }
}

const tooLarge = (): DomainError =>
  failed('UPSTREAM_FAILED', 'The response of the data library is larger than 10 MB. Request less data.', 502);

const failed = (code: 'UPSTREAM_FAILED' | 'UPSTREAM_TIMEOUT', title: string, status: 502 | 504): DomainError =>
  new DomainError(code, title, status);
