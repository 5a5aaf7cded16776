import type { Stripe } from 'stripe';
import type { Config } from '../../config.js';
import { DomainError } from '../../platform/domain-error.js';

/** Injection token of the {@link Stripe} client; null when card payment is not configured. */
export const STRIPE = Symbol('Stripe');

/** Stripe's library retries once. The sweep finishes calls that are still unanswered. */
const RETRIES = 1;

/** Creates the client. Loads the library only when card payment is configured. */
export async function createStripe({ stripe }: Config): Promise<Stripe | null> {
  if (!stripe) return null;
  const { default: Client } = await import('stripe');
  return new Client(stripe.secretKey, {
    timeout: stripe.timeoutMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(stripe.apiBase && addressOf(stripe.apiBase)),
  });
}

function addressOf(apiBase: string): { protocol: 'http' | 'https'; host: string; port?: string } {
  const { protocol, hostname, port } = new URL(apiBase);
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port && { port }) };
}

/** The refusal of every route when card payment is not configured. */
export const notConfigured = (): DomainError =>
  new DomainError('PAYMENT_NOT_CONFIGURED', 'Card payment is not configured.');
