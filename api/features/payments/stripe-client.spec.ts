import { jest } from '@jest/globals';
import { loadConfig } from '../../config.js';

const configured = {
  STRIPE_SECRET_KEY: 'sk_test_a1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a1',
  STRIPE_WEBHOOK_SECRET: 'whsec_a1',
  STRIPE_PRICE_ID: 'price_a1',
};

it("loads Stripe's library only when card payment is configured", async () => {
  const load = jest.fn(() => ({ default: class {} }));
  jest.unstable_mockModule('stripe', load);
  const { createStripe } = await import('./stripe-client.js');
  expect(await createStripe(loadConfig({}))).toBeNull();
  expect(load).not.toHaveBeenCalled();
  expect(await createStripe(loadConfig(configured))).not.toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
});
