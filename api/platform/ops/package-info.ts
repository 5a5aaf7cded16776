import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Root folder of the package, both from `api/` and from `dist/api/`. */
export const PACKAGE_ROOT = findUpwards('package.json', import.meta.dirname);

/** Prefix of the platform's commands: with npm in the repository, without npm in a release or an image. */
export const CLI = existsSync(join(PACKAGE_ROOT, 'infra/setup/npm.mjs')) ? 'npm run cli --' : 'node dist/api/cli.js';

/** The product's version, from package.json. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'))).version;

const BuildFile = z.object({ commit: z.string().min(1).max(100), date: z.iso.datetime({ offset: true }) });

/** A build of the product: its version, its commit and the date of the build. */
export interface Build {
  readonly version: string;
  /** `unknown` when the sources were built outside a git repository. */
  readonly commit: string;
  /** ISO 8601; null when unknown. */
  readonly date: string | null;
}

/** The running build. */
export const BUILD: Build = { version: VERSION, commit: 'unknown', date: null, ...readBuildFile() };

/** Version and commit as one word, such as `2.2.3+1a2b3c4d5e6f`. */
export const BUILD_ID = `${BUILD.version}+${BUILD.commit}`;

/** Reads the file that `infra/setup/prepare.mjs` writes; undefined when it does not exist. */
function readBuildFile(): z.infer<typeof BuildFile> | undefined {
  const file = join(PACKAGE_ROOT, 'dist/api/build.json');
  return existsSync(file) ? BuildFile.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

function findUpwards(file: string, from: string): string {
  const parent = dirname(from);
  return existsSync(join(from, file)) || parent === from ? from : findUpwards(file, parent);
}
