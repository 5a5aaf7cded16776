import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, Capabilities, Key as Keys, Origin, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../../api/platform/database/free-port.js';
import { type Key, KEYS, type PageDriver } from './page-driver.js';
import { findProgram } from './program.js';
import { endProcess, hasVirtualDisplay, openVirtualDisplay } from './virtual-display.js';

const READY_WITHIN_MS = 20_000;
const LOOK_AGAIN_MS = 50;
const SCRIPT_TIMEOUT_MS = 60_000;

export const hasWebkit = (): boolean => findProgram('WebKitWebDriver') !== null && hasVirtualDisplay();

const NAMES: Partial<Record<Key, string>> = { Backspace: Keys.BACK_SPACE };
const KEY_CODES = Object.fromEntries(
  KEYS.map((key) => [key, NAMES[key] ?? Keys[key.replace('Arrow', 'ARROW_').toUpperCase() as 'ENTER']]),
) as Record<Key, string>;

/** Starts MiniBrowser of WebKitGTK, which has Safari's engine. It is driven through WebDriver and needs a display. */
export async function openWebkit(): Promise<PageDriver> {
  const display = await openVirtualDisplay();
  // WebKitWebDriver does not report a port that it chose itself.
  const port = await freePort();
  // WebKitGTK disables SharedArrayBuffer by default; Safari offers it to isolated pages.
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, GDK_BACKEND: 'x11', JSC_useSharedArrayBuffer: '1' },
    stdio: 'ignore',
  });
  const endAll = async (): Promise<void> => {
    await endProcess(service);
    await display.close();
  };
  try {
    const driver = await startSession(`http://127.0.0.1:${port}`);
    return drive(driver, endAll);
  } catch (error) {
    await endAll();
    throw error;
  }
}

async function startSession(address: string): Promise<WebDriver> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (
      await fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    if (Date.now() > deadline) throw new Error('WebKitWebDriver was not ready in time.');
    await pause(LOOK_AGAIN_MS);
  }
  const driver = await new Builder()
    .usingServer(address)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
    .build();
  await driver.manage().setTimeouts({ script: SCRIPT_TIMEOUT_MS });
  return driver;
}

function drive(driver: WebDriver, endAll: () => Promise<void>): PageDriver {
  const pointer = () => driver.actions({ async: true });
  const run = async <Args extends unknown[], Result>(
    script: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> => {
    const source = `const done = arguments[arguments.length - 1];
      Promise.resolve((${script.toString()})(...Array.prototype.slice.call(arguments, 0, -1))).then(
        (value) => done({ value }),
        (error) => done({ failure: String(error) }),
      );`;
    const answer = await driver.executeAsyncScript<{ value: Result; failure?: string }>(source, ...args);
    if (answer.failure !== undefined) throw new Error(answer.failure);
    return answer.value;
  };
  return {
    open: (url) => driver.get(url),
    run,
    load: (source) => driver.executeScript(`(function () { ${source}\n }).call(window);`),
    click: (x, y) =>
      pointer()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
        .click()
        .perform(),
    press: (key) => pointer().sendKeys(KEY_CODES[key]).perform(),
    type: (text) => pointer().sendKeys(text).perform(),
    async resize(width, height) {
      const window = driver.manage().window();
      await window.setRect({ x: 0, y: 0, width, height });
      const [innerWidth, innerHeight] = await run(() => [globalThis.innerWidth, globalThis.innerHeight] as const);
      await window.setRect({ x: 0, y: 0, width: 2 * width - innerWidth, height: 2 * height - innerHeight });
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async close() {
      await driver.quit().catch(() => undefined);
      await endAll();
    },
  };
}
