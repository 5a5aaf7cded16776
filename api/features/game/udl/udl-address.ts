const UDL_PATH = '/api/udl/';
/** What RFC 3986 allows in a path; a fragment, a backslash and bytes outside ASCII are not part of one. */
const PATH = /^[\w\-.~!$&'()*+,;=:@%/]*$/;
/** `..;x` is `..` to servers that know path parameters. */
const DOTS = /^\.{1,2}(;|$)/;
/** A decoded segment with one of these would be split or decoded once more behind us. */
const AMBIGUOUS = /[/\\%\p{Cc}]/u;

/**
 * Returns the address below `baseUrl` that a request to the proxy route means; null for one that could lead elsewhere.
 * @param url the request's path and query as they arrived, not decoded
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
  // UDL_USERNAME and UDL_PASSWORD are the credentials; fetch refuses an address with others.
  address.username = '';
  address.password = '';
  return address.origin === base.origin && address.pathname.startsWith(root) ? address : null;
}

function isPlainPath(path: string): boolean {
  if (!PATH.test(path)) return false;
  const segments = path.split('/');
  return segments.every((segment, index) => isPlainSegment(segment, index === segments.length - 1));
}

/** Only the last segment may be empty: `//host` is another server to some readers. */
function isPlainSegment(segment: string, isLast: boolean): boolean {
  if (segment === '') return isLast;
  try {
    const decoded = decodeURIComponent(segment);
    return !DOTS.test(decoded) && !AMBIGUOUS.test(decoded);
  } catch {
    return false;
  }
}
