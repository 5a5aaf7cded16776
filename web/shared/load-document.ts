/** Leaves the single-page application for a page loaded from the server. */
export const loadDocument = (path: string): void => window.location.assign(path);
