import type { BrowserContext, Page } from 'playwright-core';

/** Opens a page and records forbidden behaviour: errors, policy violations, dialogs, and requests to other origins. */
export async function openWatchedPage(context: BrowserContext, origin: string, complaints: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  // the browser logs policy violations to the console
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) complaints.push(`request to ${asked}`);
  });
  return page;
}

/** Returns the effects of stored payloads on this page: foreign elements, and scripts that ran. */
export const attacksOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const alien =
      '[data-attack], [onerror], [onload], [onfocus], [onmouseover], [ontoggle], iframe, base, [href^="javascript:" i]';
    const elements = [...document.querySelectorAll(alien)].map(({ outerHTML }) => outerHTML);
    return 'attacked' in window ? [...elements, 'a script ran'] : elements;
  });
