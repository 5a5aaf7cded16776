import type { Stripe } from 'stripe';
import type { Config } from '../../config.js';
import { DomainError } from '../../platform/domain-error.js';

/** Injection token of the {@link Stripe} client, null where card payment is not configured. */
export const STRIPE = Symbol('Stripe');

/** Once more than the first time; what is still not answered then is finished later. */
const RETRIES = 1;

/** The library is loaded only by those who use it. */
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

/** What every route answers where card payment is not configured. */
export const notConfigured = (): DomainError =>
  new DomainError('PAYMENT_NOT_CONFIGURED', 'Card payment is not configured.');
