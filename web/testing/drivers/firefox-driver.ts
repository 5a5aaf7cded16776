import puppeteer from 'puppeteer-core';
import type { PageDriver } from './page-driver.js';
import { findProgram } from './program.js';
import { hasVirtualDisplay, openVirtualDisplay } from './virtual-display.js';

/** Returns the path of Firefox: FIREFOX_PATH, or else from the PATH; null if there is none. */
const firefoxPath = (): string | null => process.env.FIREFOX_PATH ?? findProgram('firefox-esr', 'firefox');

export const hasFirefox = (): boolean => firefoxPath() !== null && hasVirtualDisplay();

/**
 * Starts Firefox without a window, driven through WebDriver BiDi, and adds page errors to `complaints`. Firefox has no software WebGL, so
 * it uses that of a virtual display.
 */
export async function openFirefox(complaints: string[]): Promise<PageDriver> {
  const executablePath = firefoxPath();
  if (!executablePath) throw new Error('Firefox not found. Install it, or set FIREFOX_PATH.');
  const display = await openVirtualDisplay();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    env: { ...process.env, DISPLAY: display.name },
    extraPrefsFirefox: { 'webgl.force-enabled': true },
  });
  // Firefox's initial page never receives the focus.
  const page = await browser.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    run: (script, ...args) => page.evaluate(script as (...all: unknown[]) => unknown, ...args) as never,
    load: async (source) => void (await page.evaluate(source)),
    click: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    async close() {
      await browser.close();
      await display.close();
    },
  };
}
