const UDL_PATH = '/api/udl/';
/** Characters that RFC 3986 allows in a path. Fragments, backslashes and bytes outside ASCII are not among them. */
const PATH = /^[\w\-.~!$&'()*+,;=:@%/]*$/;
/** Matches `.` and `..` segments. Servers that support path parameters treat `..;x` as `..`. */
const DOTS = /^\.{1,2}(;|$)/;
/** Matches decoded segments that an upstream server would split or decode again. */
const AMBIGUOUS = /[/\\%\p{Cc}]/u;

/**
 * Returns the address below `baseUrl` for a request to the proxy route, or null when it could lead elsewhere.
 * @param url the request's path and query as received, not decoded
 */
export function udlAddress(baseUrl: string, url: string): URL | null {
  if (!url.startsWith(UDL_PATH)) return null;
  const [path = '', ...query] = url.slice(UDL_PATH.length).split('?');
  if (!isPlainPath(path)) return null;
  const base = new URL(baseUrl);
  const address = new URL(base);
  const root = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`;
  address.pathname = root + path;
  address.search = [base.search.slice(1), query.join('?')].filter((part) => part !== '').join('&');
  address.hash = '';
  // The credentials are UDL_USERNAME and UDL_PASSWORD. `fetch` rejects an address that contains credentials.
  address.username = '';
  address.password = '';
  return address.origin === base.origin && address.pathname.startsWith(root) ? address : null;
}

function isPlainPath(path: string): boolean {
  if (!PATH.test(path)) return false;
  const segments = path.split('/');
  return segments.every((segment, index) => isPlainSegment(segment, index === segments.length - 1));
}

/**
 * True for a segment that cannot change the target. Only the last segment may be empty, because some parsers read `//host`
 * as another server.
 */
function isPlainSegment(segment: string, isLast: boolean): boolean {
  if (segment === '') return isLast;
  try {
    const decoded = decodeURIComponent(segment);
    return !DOTS.test(decoded) && !AMBIGUOUS.test(decoded);
  } catch {
    return false;
  }
}
