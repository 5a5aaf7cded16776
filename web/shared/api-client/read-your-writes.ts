const RETENTION_MS = 10_000;

/**
 * Remembers the log position of this tab's newest command. For a while, reads send it, so that the server waits until they include the
 * command.
 */
export function createReadYourWrites(now: () => number = Date.now) {
  let newest = '';
  let until = 0;
  const known = (): string => (now() > until ? '' : newest);
  return {
    onResponse(answer: Response): void {
      const position = answer.headers.get('x-log-position');
      // Responses to concurrent commands can arrive in another order. The numbers of a position are separated by dots.
      if (!position || position.localeCompare(known(), 'en', { numeric: true }) < 0) return;
      newest = position;
      until = now() + RETENTION_MS;
    },
    headers(): Record<string, string> {
      return known() ? { 'x-read-after': newest } : {};
    },
  };
}
