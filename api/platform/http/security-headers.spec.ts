import { pageHeaders, securityHeaders } from './security-headers.js';

const POLICY = 'content-security-policy';

it('names Stripe to no page and no answer where card payment is not configured', () => {
  for (const path of ['/', '/register', '/play', '/reset-password']) {
    expect(JSON.stringify(pageHeaders(path, false))).not.toContain('stripe');
  }
  expect(JSON.stringify(securityHeaders('https'))).not.toContain('stripe');
});

it("lets in Stripe's script, frames and API, and nothing else of the world, where it is", () => {
  const policy = pageHeaders('/register', true)[POLICY];
  expect(policy).toContain("script-src 'self' https://js.stripe.com;");
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
  expect(policy).toContain('frame-src https://js.stripe.com https://hooks.stripe.com');
  expect(policy).toContain("default-src 'self'; ");
  expect(pageHeaders('/', true)[POLICY]).toBe(policy);
});

it('keeps Stripe from the game, and from the page with a secret in its address', () => {
  expect(JSON.stringify(pageHeaders('/play', true))).not.toContain('stripe');
  expect(pageHeaders('/reset-password', true)).toEqual({ 'referrer-policy': 'no-referrer' });
});
