/** Reloads the page at its address, which contains its filters. */
export const reloadPage = (): void => window.location.reload();
