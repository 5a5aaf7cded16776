import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';

/** Returns the path of Chromium: CHROMIUM_PATH, or else from the PATH; null if there is none. */
export function chromiumPath(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      // not installed under this name
    }
  }
  return null;
}

/** Flags for WebGL without a graphics card. */
export const SOFTWARE_WEBGL = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

/** Starts the installed Chromium, with `--no-sandbox`, because root cannot use the sandbox. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('Chromium not found. Install it, or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...more] });
}

const isMoving = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.getAnimations().some(({ effect }) => effect?.getTiming().iterations !== Infinity));

/** Waits until finite animations and transitions have ended; endless ones are ignored. */
async function untilStill(page: Page): Promise<void> {
  while (await isMoving(page)) {
    await page.evaluate(async () => {
      const moving = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
      await Promise.allSettled(moving.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    });
  }
}

/** Number of checks after which a page that keeps moving is accepted as it is. */
const MOST_LOOKS = 5;

/**
 * Returns the accessibility violations of a page against WCAG 2.2 A and AA, one line each. Half-faded elements fail the contrast check, so
 * a check during which an animation started is repeated.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  for (let looks = 1; ; looks += 1) {
    await untilStill(page);
    const violations = await violationsNow(page);
    if (looks === MOST_LOOKS || !(await isMoving(page))) return violations;
  }
}

async function violationsNow(page: Page): Promise<string[]> {
  const require = createRequire(import.meta.url);
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (root: Document, options: object) => Promise<AxeReport> } };
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const report = await axe.run(document, { runOnly });
    return report.violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
  });
}

/** Returns the texts of visible buttons in the font that browsers give to buttons without a style. */
export const textsInBrowserFont = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const plain = document.body.appendChild(document.createElement('button'));
    plain.style.all = 'revert';
    const { fontFamily } = getComputedStyle(plain);
    plain.remove();
    return [...document.querySelectorAll('button')]
      .filter((button) => button.checkVisibility() && button.innerText !== '')
      .filter((button) => getComputedStyle(button).fontFamily === fontFamily)
      .map(({ innerText }) => innerText);
  });

interface AxeReport {
  violations: { id: string; help: string; nodes: { html: string }[] }[];
}

/** Holds back the responses of matching requests. Returns a function that lets them, and all later ones, through. */
export async function holdBack(page: Page, files: RegExp): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(files, (route) => released.then(() => route.continue()));
  return release;
}

/** Returns whether the window scrolls, instead of only elements inside it. */
export const windowScrolls = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);

/** Properties of a printed page. */
interface PrintedPage {
  sheets: 'portrait' | 'landscape' | 'mixed';
  /** True when the page, or a table printed in its place, is wider than the sheet. */
  cut: boolean;
  /** Texts of printed bars, sidebars and buttons. */
  chrome: string[];
}

/** Width of a landscape A4 sheet within its margins, in CSS pixels. */
const LANDSCAPE_WIDTH = 1046;

/** Prints a page and returns its properties. */
export async function printed(page: Page): Promise<PrintedPage> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const wide = [...pdf.matchAll(/MediaBox *\[0 0 ([0-9.]+) ([0-9.]+)\]/g)].map(
    ([, width, height]) => Number(width) > Number(height),
  );
  if (wide.length === 0) throw new Error('The PDF has no page size (MediaBox).');
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: LANDSCAPE_WIDTH, height: before.height });
  // emulateMedia() fires neither event, and print tables are rendered only between the two
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const seen = await page.evaluate(() => ({
    cut: [document.documentElement, ...document.querySelectorAll('[data-print-only] table')].some(
      ({ scrollWidth }) => scrollWidth > window.innerWidth,
    ),
    chrome: [...document.querySelectorAll<HTMLElement>('header nav, aside, footer, .MuiButton-root, input')]
      .filter((element) => element.checkVisibility())
      .map((element) => element.innerText || element.tagName),
  }));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
  await page.setViewportSize(before);
  const sheets = wide.every(Boolean) ? 'landscape' : wide.some(Boolean) ? 'mixed' : 'portrait';
  return { sheets, ...seen };
}
