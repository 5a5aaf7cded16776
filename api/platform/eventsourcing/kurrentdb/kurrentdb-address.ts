const KEEP_ALIVE_TIMEOUT_MS = 3_000;

/**
 * The connection string with a time limit for a ping on a connection that stands: as long as a request may take. With the
 * client's own 10 s nothing is written for twenty seconds when a firewall lets a connection die without a word.
 */
export const leavingDeadConnections = (url: string): string =>
  /[?&]keepAliveTimeout=/i.test(url)
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}keepAliveTimeout=${KEEP_ALIVE_TIMEOUT_MS}`;
