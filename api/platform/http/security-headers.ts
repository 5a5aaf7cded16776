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

/** The game: WebAssembly and workers from blobs, and nothing of that for any other page. */
const GAME_POLICY = {
  ...CONTENT_SECURITY_POLICY,
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self' blob:",
};

/** Where card payment is configured: Stripe's script, its fields and 3-D Secure in frames, and its API (product §5). */
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

/** The hosts beyond our own that pages may speak to, as far as they are configured. */
export interface OutsideHosts {
  readonly hasCardPayment: boolean;
  /** The data library, where the game asks it directly (UDL_DIRECT); '' otherwise. */
  readonly gameApiUrl: string;
}

const CARD_PAYMENT_PAGE = { 'content-security-policy': toHeader(CARD_PAYMENT_POLICY) };
const SECRET_LINK_PAGE = { 'referrer-policy': 'no-referrer' };
/** Pages that mails lead to, with a secret in the address. */
const SECRET_LINK_PATHS: ReadonlySet<string> = new Set(['/reset-password', '/confirm-email', '/restore-email']);

/**
 * Headers of the page at `path` beyond {@link securityHeaders}. With card payment every page lets Stripe in, for the router
 * comes to /register from any of them without a new document; but not where a link's secret is in the address, nor the game.
 */
export function pageHeaders(path: string, { hasCardPayment, gameApiUrl }: OutsideHosts): Record<string, string> {
  if (path === '/play') return gamePage(gameApiUrl);
  if (SECRET_LINK_PATHS.has(path)) return SECRET_LINK_PAGE;
  return hasCardPayment ? CARD_PAYMENT_PAGE : {};
}

function gamePage(apiUrl: string): Record<string, string> {
  const reached = apiUrl === '' ? "'self'" : `'self' ${new URL(apiUrl).origin}`;
  return {
    'content-security-policy': toHeader({ ...GAME_POLICY, 'connect-src': reached }),
    'permissions-policy': `${FEATURES}, clipboard-read=(self)`,
  };
}
