import { Body, Controller, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { CONFIG, type Config } from '../../../config.js';
import { Public } from '../../../platform/auth/access.decorator.js';
import { Limits } from '../../../platform/http/limits.decorator.js';
import { MalformedRequest } from '../../../platform/http/malformed-request.js';
import { notConfigured, STRIPE } from '../stripe-client.js';
import { StripeEvents } from './stripe-events.js';
import { SubscriptionChanges } from './subscription-changes.js';

const MAX_BODY_BYTES = 64 * 1024;
const TOLERANCE_SECONDS = 300;
const OF_SUBSCRIPTIONS = 'customer.subscription.';

@Controller('payments/webhook')
export class StripeWebhookController {
  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe | null,
    @Inject(CONFIG) private readonly config: Config,
    private readonly events: StripeEvents,
    private readonly news: SubscriptionChanges,
  ) {}

  /**
   * Receives events; only Stripe can sign them. The response confirms that the event is stored; it is processed afterwards
   * (docs/rules.md#end-of-a-subscription).
   */
  @Post()
  @HttpCode(200)
  @Public()
  @Limits({ bodyLimit: MAX_BODY_BYTES, rawBody: true })
  async receive(
    @Body() body: Buffer | undefined,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<{ received: true }> {
    const event = this.verified(body, signature);
    if (event.type.startsWith(OF_SUBSCRIPTIONS)) {
      const { id: subscriptionId } = event.data.object as { id?: unknown };
      if (typeof subscriptionId !== 'string') throw new MalformedRequest('The event has no subscription id.');
      const open = { eventId: event.id, subscriptionId };
      if (await this.events.add(open)) void this.news.process(open);
    }
    return { received: true };
  }

  private verified(body: Buffer | undefined, signature: string | undefined): Stripe.Event {
    if (!this.stripe || !this.config.stripe) throw notConfigured();
    const { webhookSecret, secretKey } = this.config.stripe;
    let event: Stripe.Event;
    try {
      event = this.stripe.webhooks.constructEvent(body ?? '', signature ?? '', webhookSecret, TOLERANCE_SECONDS);
    } catch {
      throw new MalformedRequest('The signature is not valid.');
    }
    if (event.livemode !== secretKey.includes('_live_')) {
      throw new MalformedRequest('The mode of the event, live or test, does not match the configured secret key.');
    }
    return event;
  }
}
