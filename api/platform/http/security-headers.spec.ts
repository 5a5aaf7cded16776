import { gameFileHeaders, gamePageHeaders, pageHeaders, securityHeaders } from './security-headers.js';

const POLICY = 'content-security-policy';
const EMBEDDER = 'cross-origin-embedder-policy';
const PLAIN = { hasFallback: false, needsIsolation: false };

it('does not allow Stripe in any response when card payment is not configured', () => {
  for (const path of ['/', '/register', '/reset-password']) {
    expect(JSON.stringify(pageHeaders(path, false))).not.toContain('stripe');
  }
  expect(JSON.stringify(securityHeaders('https'))).not.toContain('stripe');
});

it("allows Stripe's script, frames and API, and no other host, when card payment is configured", () => {
  const policy = pageHeaders('/register', true)[POLICY];
  expect(policy).toContain("script-src 'self' https://js.stripe.com;");
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
  expect(policy).toContain('frame-src https://js.stripe.com https://hooks.stripe.com');
  expect(policy).toContain("default-src 'self'; ");
  expect(pageHeaders('/', true)[POLICY]).toBe(policy);
});

it('does not allow Stripe on pages with a secret in their URL', () => {
  for (const path of ['/reset-password', '/confirm-email', '/restore-email']) {
    expect(pageHeaders(path, true)).toEqual({ 'referrer-policy': 'no-referrer' });
  }
});

it('allows the game to connect only to its origin and the host of its data library', () => {
  const policy = gamePageHeaders('https://udl.example:8443/v2?key=secret', PLAIN)[POLICY];
  expect(policy).toContain("connect-src 'self' https://udl.example:8443;");
  expect(policy).not.toContain('secret');
  expect(gamePageHeaders('', PLAIN)[POLICY]).toContain("connect-src 'self';");
});

it('allows WebAssembly, and workers and sound from blobs, only on the page of the game', () => {
  for (const build of [PLAIN, null]) {
    const headers = gamePageHeaders('', build);
    expect(headers[POLICY]).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(headers[POLICY]).toContain("media-src 'self' blob:; worker-src 'self' blob:");
    expect(headers[EMBEDDER]).toBe('unsafe-none');
  }
  expect(pageHeaders('/', true)[POLICY]).not.toMatch(/wasm|media-src|worker-src/);
});

it('allows scripts from blobs for a build whose loader unpacks it', () => {
  const headers = gamePageHeaders('', { ...PLAIN, hasFallback: true });
  expect(headers[POLICY]).toContain("script-src 'self' 'wasm-unsafe-eval' blob:;");
  expect(headers[EMBEDDER]).toBe('unsafe-none');
});

it("isolates the page of a build with threads, and serves its workers' scripts with the policy of the page", () => {
  const build = { hasFallback: true, needsIsolation: true };
  expect(gamePageHeaders('', build)[EMBEDDER]).toBe('require-corp');
  expect(gameFileHeaders('', build)).toEqual({
    [POLICY]: gamePageHeaders('', build)[POLICY],
    [EMBEDDER]: 'require-corp',
  });
  expect(gameFileHeaders('', { ...build, needsIsolation: false })).toEqual({});
  expect(gameFileHeaders('', null)).toEqual({});
});
