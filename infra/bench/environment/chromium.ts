import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Starts the machine's Chromium, or returns null when it is not installed. `--no-sandbox`, because root cannot have a sandbox. */
export async function launchChromium(): Promise<Browser | null> {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const executablePath = process.env['CHROMIUM_PATH'] ?? onPath.find((path) => existsSync(path));
  if (!executablePath) return null;
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
