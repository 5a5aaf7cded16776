/** Leaves the single-page application for a page loaded from the server. */
export const loadDocument = (path: string): void => window.location.assign(path);

/** Like `loadDocument`, but Back does not return to the shown page. */
export const replaceDocument = (path: string): void => window.location.replace(path);

/** Returns how this document was loaded; undefined if the browser does not report it. */
const documentLoad = () => performance.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined;

/** Whether this document was loaded by Back or Forward. */
export const isDocumentOfHistory = (): boolean => documentLoad()?.type === 'back_forward';

/**
 * Returns whether this document was loaded from the server as `path`, and so has that page's security headers. The router changes the
 * address without them. Undefined if the browser does not report it.
 */
export function isDocumentOf(path: string): boolean | undefined {
  const address = documentLoad()?.name;
  return address ? new URL(address, window.location.href).pathname === path : undefined;
}
