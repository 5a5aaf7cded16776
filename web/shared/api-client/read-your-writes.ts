const RETENTION_MS = 10_000;

/**
 * Remembers the log position of this tab's newest command. For a while, reads send it, so that the server waits until they include the
 * command.
 */
export function createReadYourWrites(now: () => number = Date.now) {
  let newest: { position: string; at: number } | null = null;
  return {
    onResponse(answer: Response): void {
      const position = answer.headers.get('x-log-position');
      if (position)
        newest = { position: newest && isLater(newest.position, position) ? newest.position : position, at: now() };
    },
    headers(): Record<string, string> {
      if (!newest || now() - newest.at > RETENTION_MS) return {};
      return { 'x-read-after': newest.position };
    },
  };
}

/** Responses to concurrent commands can arrive in another order. The numbers of a position are separated by dots. */
const isLater = (position: string, other: string): boolean =>
  position.localeCompare(other, 'en', { numeric: true }) > 0;
