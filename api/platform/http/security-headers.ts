/** Where browsers report what a policy refused, without a leading slash. */
export const CSP_REPORTS_PATH = 'csp-reports';

const CONTENT_SECURITY_POLICY = {
  'default-src': "'self'",
  'script-src': "'self'",
  // Emotion inserts its style sheets at run time: a recorded deviation.
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self'",
  'img-src': "'self' data: blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'form-action': "'self'",
  // What replaces it is not known to every browser yet, and waits for up to a minute.
  'report-uri': `/api/${CSP_REPORTS_PATH}`,
};

/** The page of the game: WebAssembly, and workers and sound from blobs. No other page allows any of these. */
const GAME_POLICY = {
  ...CONTENT_SECURITY_POLICY,
  'media-src': "'self' blob:",
  'worker-src': "'self' blob:",
};
const GAME_SCRIPTS = "'self' 'wasm-unsafe-eval'";

/** Hosts added where card payment is configured: Stripe's script, its fields and 3-D Secure in frames, and its API. */
const CARD_PAYMENT_POLICY = {
  ...CONTENT_SECURITY_POLICY,
  'script-src': "'self' https://js.stripe.com",
  'connect-src': "'self' https://api.stripe.com",
  'frame-src': 'https://js.stripe.com https://hooks.stripe.com',
};

const toHeader = (policy: Record<string, string>): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

const FEATURES = 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()';

const COMMON = {
  'content-security-policy': toHeader(CONTENT_SECURITY_POLICY),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': `${FEATURES}, clipboard-read=()`,
  // Not `no-referrer`: that would blank the Origin header that tells our own forms from foreign ones.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const OVER_TLS = { ...COMMON, 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Headers of every answer, API and pages alike. */
export const securityHeaders = (protocol: string): Record<string, string> => (protocol === 'https' ? OVER_TLS : COMMON);

/** What a build of the game requires of its page. */
export interface GameRequirements {
  /** The loader unpacks the build's files and runs the framework from a blob. */
  readonly hasFallback: boolean;
  /** Threads share memory, which browsers allow to cross-origin isolated pages only. */
  readonly needsIsolation: boolean;
}

const CARD_PAYMENT_PAGE = { 'content-security-policy': toHeader(CARD_PAYMENT_POLICY) };
const SECRET_LINK_PAGE = { 'referrer-policy': 'no-referrer' };
/** Pages that mails lead to, with a secret in the address. */
const SECRET_LINK_PATHS: ReadonlySet<string> = new Set(['/reset-password', '/confirm-email', '/restore-email']);

/**
 * Headers of every page but the game's, beyond {@link securityHeaders}. With card payment all of them allow Stripe, because the
 * router opens /register from any page without a new document. Pages with a secret in their address never do.
 */
export function pageHeaders(path: string, hasCardPayment: boolean): Record<string, string> {
  if (SECRET_LINK_PATHS.has(path)) return SECRET_LINK_PAGE;
  return hasCardPayment ? CARD_PAYMENT_PAGE : {};
}

/**
 * Headers of the game's page, beyond {@link securityHeaders}.
 * @param apiUrl the data library, where the game requests it directly (UDL_DIRECT); '' otherwise
 * @param build null when there is no build
 */
export function gamePageHeaders(apiUrl: string, build: GameRequirements | null): Record<string, string> {
  return {
    'content-security-policy': gamePolicy(apiUrl, build),
    'permissions-policy': `${FEATURES}, clipboard-read=(self)`,
    // Always sent: a 304 answer leaves a stored header in place, and the build before may have needed isolation.
    'cross-origin-embedder-policy': build?.needsIsolation ? 'require-corp' : 'unsafe-none',
  };
}

/** Headers of the build's files: threads are workers, and a worker's script brings the policy that the worker runs under. */
export const gameFileHeaders = (apiUrl: string, build: GameRequirements | null): Record<string, string> =>
  build?.needsIsolation
    ? { 'content-security-policy': gamePolicy(apiUrl, build), 'cross-origin-embedder-policy': 'require-corp' }
    : {};

function gamePolicy(apiUrl: string, build: GameRequirements | null): string {
  return toHeader({
    ...GAME_POLICY,
    'script-src': build?.hasFallback ? `${GAME_SCRIPTS} blob:` : GAME_SCRIPTS,
    'connect-src': apiUrl === '' ? "'self'" : `'self' ${new URL(apiUrl).origin}`,
  });
}
