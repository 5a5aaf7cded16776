const SERVER_TIME = 'x-server-time';

interface Sample {
  offsetMs: number;
  /** The true offset is at most this far from `offsetMs`: half the round trip. */
  errorMs: number;
}

/**
 * Measures how far this device's clock is off the server's, from the server time that every API response carries. The
 * server's time is compared with the midpoint of the request, so the shortest round trip gives the best measurement.
 */
export function createServerClock(now: () => number = Date.now) {
  let best: Sample | null = null;

  function recordSample(serverTime: number, sentAt: number): void {
    const receivedAt = now();
    const errorMs = (receivedAt - sentAt) / 2;
    // The device's clock was set back during the request.
    if (errorMs < 0) return;
    const offsetMs = serverTime - (sentAt + errorMs);
    // The measurements contradict each other: the device's clock was set in between, so only the newer one is valid.
    const contradicts = best !== null && Math.abs(offsetMs - best.offsetMs) > errorMs + best.errorMs;
    if (best === null || contradicts || errorMs <= best.errorMs) best = { offsetMs, errorMs };
  }

  return {
    /** Starts a measurement before a request is sent. The returned function takes the response. */
    measure(): (response: Response) => void {
      const sentAt = now();
      return ({ headers }) => {
        const serverTime = Date.parse(headers.get(SERVER_TIME) ?? '');
        // A response from the browser's cache carries the time at which it was stored.
        const isFresh = headers.get('cache-control')?.includes('no-store') ?? false;
        if (isFresh && !Number.isNaN(serverTime)) recordSample(serverTime, sentAt);
      };
    },
    /** Milliseconds to add to this device's time to get the server's; null before the first measurement. */
    offsetMs: (): number | null => best && best.offsetMs,
  };
}
