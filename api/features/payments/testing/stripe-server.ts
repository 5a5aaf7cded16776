import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import type { StripeSettings } from '../../../config-settings.js';
import { PRICE, Refusal, StripeBooks, type Subscription } from './stripe-books.js';
import { answerOf } from './stripe-routes.js';

/** A fault of a call, before or after Stripe has carried it out. */
export type Fault = 'error-before' | 'error-after' | 'silent-before' | 'silent-after' | 'reset-before' | 'reset-after';

export interface StripeCall {
  readonly method: string;
  /** Path without `/v1` and without ids: `/subscriptions`, `/invoices/void`. */
  readonly path: string;
  /** The first id of the path. */
  readonly id: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

interface Remembered {
  readonly request: string;
  readonly answer: Answer;
}

const SECRET_KEY = 'sk_test_of_the_tests';
const WEBHOOK_SECRET = 'whsec_of_the_tests';
const FAULT: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'Something went wrong at Stripe.' } },
};

/** Stripe double: a server that speaks the part of Stripe's API that payments use, and fails on demand. */
export class StripeServer {
  readonly books = new StripeBooks((subscription) => void this.changes.push({ ...subscription }));
  /** All received calls, in order. */
  readonly calls: StripeCall[] = [];
  /** Returns the fault of a call, null for none. */
  faults: (call: StripeCall) => Fault | null = () => null;
  private readonly changes: Subscription[] = [];
  private readonly remembered = new Map<string, Remembered>();
  private readonly server = createServer((request, response) => void this.serve(request, response));

  static async start(): Promise<StripeServer> {
    const stripe = new StripeServer();
    stripe.server.listen(0, '127.0.0.1');
    await once(stripe.server, 'listening');
    return stripe;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Settings of a platform that pays at this server. */
  settings(timeoutMs = 2_000): StripeSettings {
    return {
      secretKey: SECRET_KEY,
      publishableKey: 'pk_test_of_the_tests',
      webhookSecret: WEBHOOK_SECRET,
      priceId: PRICE.id,
      apiBase: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      timeoutMs,
    };
  }

  /** Discards all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.remembered.clear();
  }

  /** Returns the webhooks of all changes, each with its own id and the state at that moment. */
  events(): { id: string; type: string; livemode: boolean; data: { object: object } }[] {
    return this.changes.map((subscription, index) => ({
      id: `evt_${index}_${subscription.id}`,
      object: 'event',
      type: subscription.status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated',
      livemode: false,
      data: { object: { id: subscription.id, object: 'subscription', status: subscription.status } },
    }));
  }

  /** Sends a signed event to the platform. */
  async deliver(url: string, event: object, options: { secret?: string; timestamp?: number } = {}): Promise<Response> {
    const payload = JSON.stringify(event);
    const { secret = WEBHOOK_SECRET, timestamp = Math.floor(Date.now() / 1_000) } = options;
    const header = new Stripe(SECRET_KEY).webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return fetch(`${url}/api/payments/webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': header,
        origin: 'https://foreign.example',
      },
      body: payload,
    });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', 'http://stripe');
    const method = request.method ?? 'GET';
    const [id] = /(?:sub|in|pi|cus)_\w+/.exec(url.pathname) ?? [];
    const path = url.pathname.replace('/v1', '').replace(`/${id}`, '');
    const call = { method, path, id };
    this.calls.push(call);
    const fault = this.faults(call);
    const [kind, moment] = (fault?.split('-') ?? []) as [string?, string?];
    const isAuthorised = request.headers.authorization === `Bearer ${SECRET_KEY}`;
    let answer: Answer = { status: 401, body: { error: { type: 'invalid_request_error', message: 'No such key' } } };
    if (isAuthorised && moment === 'before') answer = FAULT;
    else if (isAuthorised) {
      const key = request.headers['idempotency-key'] as string | undefined;
      answer = this.keyed(method === 'POST' ? key : undefined, `${method} ${url.pathname} ${body}`, () => {
        const done = attempt(() => answerOf(this.books, method, url, new URLSearchParams(body)));
        // An error at Stripe is stored under the key like any other answer.
        return kind === 'error' ? FAULT : done;
      });
    }
    if (kind === 'silent') return;
    if (kind === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': `req_${this.calls.length}` });
    response.end(JSON.stringify(answer.body));
  }

  /** Returns the first answer for a repeated key and request. Refuses a repeated key with another request. */
  private keyed(key: string | undefined, request: string, work: () => Answer): Answer {
    if (key === undefined) return work();
    const known = this.remembered.get(key);
    if (known && known.request !== request) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return attempt(() => {
        throw new Refusal(400, 'idempotency_error', 'idempotency_key_reused', message);
      });
    }
    if (known) return known.answer;
    const answer = work();
    this.remembered.set(key, { request, answer });
    return answer;
  }
}

function attempt(work: () => object): Answer {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, type, code, message } = error;
    return { status, body: { error: { type, code, message } } };
  }
}
