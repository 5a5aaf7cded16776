import type { BrowserContext, Page } from 'playwright-core';

/** A page that notes everything no page may do: errors, refusals of the policy, dialogs, requests elsewhere. */
export async function openWatchedPage(context: BrowserContext, origin: string, complaints: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  // the browser itself says there what a policy refused
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

/** What stored text has become on this page: elements that are not ours, and scripts that ran. */
export const attacksOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const alien =
      '[data-attack], [onerror], [onload], [onfocus], [onmouseover], [ontoggle], iframe, base, [href^="javascript:" i]';
    const elements = [...document.querySelectorAll(alien)].map(({ outerHTML }) => outerHTML);
    return 'attacked' in window ? [...elements, 'a script ran'] : elements;
  });
