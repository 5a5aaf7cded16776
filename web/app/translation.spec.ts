/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WEB = join(__dirname, '..');
const read = (path: string): string => readFileSync(join(WEB, path), 'utf8');

const catalogues = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\.messages\.tsx?$/.test(path),
);

it('lists every catalogue, so that an incomplete language does not compile', () => {
  const defined = catalogues.flatMap((path) =>
    Array.from(read(path).matchAll(/defineMessages\('([^']+)'/g), ([, name]) => name),
  );
  const listed = Array.from(read('app/translation.ts').matchAll(/^ {2}'?([\w-]+)'?: typeof/gm), ([, name]) => name);
  expect(defined.length).toBeGreaterThan(30);
  expect(new Set(defined).size).toBe(defined.length);
  expect(listed.toSorted()).toEqual(defined.toSorted());
});
