/** Path, without a leading slash, to which browsers report violations of the content security policy. */
export const CSP_REPORTS_PATH = 'csp-reports';

const CONTENT_SECURITY_POLICY = {
  'default-src': "'self'",
  'script-src': "'self'",
  // Emotion inserts its style sheets at run time.
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self'",
  'img-src': "'self' data: blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'form-action': "'self'",
  // Its replacement, `report-to`, is not supported by every browser yet and delays reports by up to a minute.
  'report-uri': `/api/${CSP_REPORTS_PATH}`,
};

/** Policy of the game's page. Only this page allows WebAssembly, and workers and sound from blobs. */
const GAME_POLICY = {
  ...CONTENT_SECURITY_POLICY,
  'media-src': "'self' blob:",
  'worker-src': "'self' blob:",
};
const GAME_SCRIPTS = "'self' 'wasm-unsafe-eval'";

/** Policy with card payment. Adds Stripe's script, its frames for card fields and 3-D Secure, and its API. */
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
  // `no-referrer` would blank the Origin header, which distinguishes the platform's forms from those of other sites.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const OVER_TLS = { ...COMMON, 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Returns the headers of every response, for the API and for pages. */
export const securityHeaders = (protocol: string): Record<string, string> => (protocol === 'https' ? OVER_TLS : COMMON);

/** Requirements of a game build on the headers of its page. */
export interface GameRequirements {
  /** The loader unpacks the build's files and runs the framework from a blob. */
  readonly hasFallback: boolean;
  /** Threads share memory, which browsers allow only on cross-origin isolated pages. */
  readonly needsIsolation: boolean;
}

const CARD_PAYMENT_PAGE = { 'content-security-policy': toHeader(CARD_PAYMENT_POLICY) };
const SECRET_LINK_PAGE = { 'referrer-policy': 'no-referrer' };
/** Pages that are linked from mails, with a secret in the URL. */
const SECRET_LINK_PATHS: ReadonlySet<string> = new Set(['/reset-password', '/confirm-email', '/restore-email']);

/**
 * Returns the headers of a page other than the game's, in addition to {@link securityHeaders}. With card payment every page
 * allows Stripe, because the router opens /register without loading a new document. Pages with a secret in their URL never do.
 */
export function pageHeaders(path: string, hasCardPayment: boolean): Record<string, string> {
  if (SECRET_LINK_PATHS.has(path)) return SECRET_LINK_PAGE;
  return hasCardPayment ? CARD_PAYMENT_PAGE : {};
}

/**
 * Returns the headers of the game's page, in addition to {@link securityHeaders}.
 * @param apiUrl URL of the data library if the game requests it directly (UDL_DIRECT); '' otherwise
 * @param build null when there is no build
 */
export function gamePageHeaders(apiUrl: string, build: GameRequirements | null): Record<string, string> {
  return {
    'content-security-policy': gamePolicy(apiUrl, build),
    'permissions-policy': `${FEATURES}, clipboard-read=(self)`,
    // Always sent, because a 304 keeps the cached header, and the previous build may have required isolation.
    'cross-origin-embedder-policy': build?.needsIsolation ? 'require-corp' : 'unsafe-none',
  };
}

/** Returns the headers of the build's files. Threads are workers, and a worker runs under the policy of its script. */
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
