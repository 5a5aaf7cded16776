import { loadConfig } from './config.js';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_a1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a1',
  STRIPE_WEBHOOK_SECRET: 'whsec_a1',
  STRIPE_PRICE_ID: 'price_a1',
};

describe('card payment', () => {
  it('is off without its settings', () => {
    expect(loadConfig({}).stripe).toBeUndefined();
    expect(loadConfig({ STRIPE_SECRET_KEY: '', STRIPE_API_BASE: 'http://127.0.0.1:4242' }).stripe).toBeUndefined();
  });

  it('is on with all of them', () => {
    expect(loadConfig(stripe).stripe).toMatchObject({
      secretKey: 'sk_test_a1',
      publishableKey: 'pk_test_a1',
      webhookSecret: 'whsec_a1',
      priceId: 'price_a1',
      apiBase: undefined,
    });
  });

  it.each(Object.keys(stripe))('is refused without %s', (name) => {
    expect(() => loadConfig({ ...stripe, [name]: undefined })).toThrow(/must be set together/);
  });

  it('is refused when one key is live and the other for tests', () => {
    expect(() => loadConfig({ ...stripe, STRIPE_SECRET_KEY: 'sk_live_a1' })).toThrow(/the other is live/);
  });

  it('never repeats a secret that is not one', () => {
    const odd = { ...stripe, STRIPE_SECRET_KEY: 'hidden_key' };
    expect(() => loadConfig(odd)).toThrow(/STRIPE_SECRET_KEY: must be a secret key/);
    expect(() => loadConfig(odd)).not.toThrow(/hidden/);
  });
});
