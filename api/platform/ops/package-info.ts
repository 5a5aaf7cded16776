import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Folder of the package; the same from `api/` and from `dist/api/`. */
export const PACKAGE_ROOT = findUpwards('package.json', import.meta.dirname);

/** The product's version, from package.json. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'))).version;

function findUpwards(file: string, from: string): string {
  const parent = dirname(from);
  return existsSync(join(from, file)) || parent === from ? from : findUpwards(file, parent);
}
