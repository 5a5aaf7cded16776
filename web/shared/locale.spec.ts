/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WEB = join(__dirname, '..');
/** Formatting in the browser's locale instead of `locale()`. */
const OF_BROWSER = /toLocale(?:Date|Time)?String\(|new Intl\.\w+\((?!locale\(\))/;

it("never formats in the browser's locale", () => {
  const sources = ['app', 'features', 'shared', 'training-build'].flatMap((folder) =>
    readdirSync(join(WEB, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.spec.'))
      .map((path) => join(WEB, folder, path)),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((path) => OF_BROWSER.test(readFileSync(path, 'utf8')))).toEqual([]);
});
