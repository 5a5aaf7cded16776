/** Leaves the single-page application for a page loaded from the server. */
export const loadDocument = (path: string): void => window.location.assign(path);

/** The same, and Back does not return to the shown page. */
export const replaceDocument = (path: string): void => window.location.replace(path);

/** How this document was loaded; undefined where the browser does not tell. */
const documentLoad = () => performance.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined;

/** Whether this document was loaded by Back or Forward. */
export const isDocumentOfHistory = (): boolean => documentLoad()?.type === 'back_forward';

/**
 * Whether this document came from the server as `path`, and so has that page's security headers: the router changes the
 * address without them. Undefined where the browser does not tell.
 */
export function isDocumentOf(path: string): boolean | undefined {
  const address = documentLoad()?.name;
  return address ? new URL(address, window.location.href).pathname === path : undefined;
}
