import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';

/** Where Chromium lies: CHROMIUM_PATH, else the one on the PATH; null when there is none. */
export function chromiumPath(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      // not this one
    }
  }
  return null;
}

/** Draws WebGL without a graphics card. */
export const SOFTWARE_WEBGL = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

/** Starts the machine's own Chromium; `--no-sandbox` because root cannot have one. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('No Chromium: install one or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...more] });
}

/** Lets what fades in or moves come to its end; what turns for ever is not waited for. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () => document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    for (let seen = moving(); seen.length > 0; seen = moving()) {
      await Promise.allSettled(seen.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
  });
}

/**
 * Accessibility violations of a page against WCAG 2.2 A and AA, one line each; half faded, nothing has its contrast. A toast may
 * begin to fade while it is looked at: what is wrong is still wrong at a second look.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const first = await violationsNow(page);
  return first.length === 0 ? first : violationsNow(page);
}

async function violationsNow(page: Page): Promise<string[]> {
  await untilStill(page);
  const require = createRequire(import.meta.url);
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (root: Document, options: object) => Promise<AxeReport> } };
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const report = await axe.run(document, { runOnly });
    return report.violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
  });
}

interface AxeReport {
  violations: { id: string; help: string; nodes: { html: string }[] }[];
}

/** Frames the page drew in a second, counted over `seconds`. */
export function framesPerSecond(page: Page, seconds: number): Promise<number> {
  return page.evaluate(
    (duration) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        let frames = 0;
        const count = (now: number) => {
          frames += 1;
          if (now - start < duration) requestAnimationFrame(count);
          else resolve((frames * 1000) / (now - start));
        };
        requestAnimationFrame(count);
      }),
    seconds * 1000,
  );
}
