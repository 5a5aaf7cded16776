import { pageHeaders, securityHeaders } from './security-headers.js';

const POLICY = 'content-security-policy';
const NONE = { hasCardPayment: false, gameApiUrl: '' };
const STRIPE = { ...NONE, hasCardPayment: true };

it('names Stripe to no page and no answer where card payment is not configured', () => {
  for (const path of ['/', '/register', '/play', '/reset-password']) {
    expect(JSON.stringify(pageHeaders(path, NONE))).not.toContain('stripe');
  }
  expect(JSON.stringify(securityHeaders('https'))).not.toContain('stripe');
});

it("lets in Stripe's script, frames and API, and nothing else of the world, where it is", () => {
  const policy = pageHeaders('/register', STRIPE)[POLICY];
  expect(policy).toContain("script-src 'self' https://js.stripe.com;");
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
  expect(policy).toContain('frame-src https://js.stripe.com https://hooks.stripe.com');
  expect(policy).toContain("default-src 'self'; ");
  expect(pageHeaders('/', STRIPE)[POLICY]).toBe(policy);
});

it('keeps Stripe from the game, and from the page with a secret in its address', () => {
  expect(JSON.stringify(pageHeaders('/play', STRIPE))).not.toContain('stripe');
  for (const path of ['/reset-password', '/confirm-email', '/restore-email']) {
    expect(pageHeaders(path, STRIPE)).toEqual({ 'referrer-policy': 'no-referrer' });
  }
});

it('lets the game alone, and nothing but its host, speak to the API it is given', () => {
  const outside = { hasCardPayment: true, gameApiUrl: 'https://udl.example:8443/v2?key=secret' };
  const policy = pageHeaders('/play', outside)[POLICY];
  expect(policy).toContain("connect-src 'self' https://udl.example:8443;");
  expect(policy).not.toContain('secret');
  expect(pageHeaders('/play', STRIPE)[POLICY]).toContain("connect-src 'self';");
  for (const path of ['/', '/register', '/reset-password']) {
    expect(JSON.stringify(pageHeaders(path, outside))).not.toContain('udl');
  }
});
