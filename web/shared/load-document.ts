/** Leaves the single-page application for a page loaded from the server. */
export const loadDocument = (path: string): void => window.location.assign(path);

/**
 * Whether this document came from the server as `path`, and so has that page's security headers: the router changes the
 * address without them. True where the browser does not tell.
 */
export function isDocumentOf(path: string): boolean {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  return !navigation?.name || new URL(navigation.name, window.location.href).pathname === path;
}
