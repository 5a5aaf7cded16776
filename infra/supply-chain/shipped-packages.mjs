import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLockFile, withAllTheyNeed } from './lock-file.mjs';

/** Folders of `web` whose code only runs in the browsers of tests. */
const TESTS = /(^|\/)(testing|e2e)\/|\.spec\.tsx?$/;
/** `import … from 'a'`, `export … from 'a'`, `import 'a'` and `import('a')`, as the formatter writes them. */
const IMPORT = /(?:\bfrom |\bimport |\bimport\()'([^']+)'/g;
const BUILD = /(^|\/)vite\.config\.ts$/;

/**
 * Returns the packages that ship: those with which the server is installed, and those from which the web is built. Build tools and tests
 * are not included.
 * @returns the lock file's packages and, for each list, the folders in it
 */
export function shippedPackages(root) {
  const packages = readLockFile(root);
  const { dependencies = {}, devDependencies = {} } = packages[''];
  const server = withAllTheyNeed(packages, Object.keys(dependencies));
  const web = withAllTheyNeed(packages, packagesOfTheWeb(root), Object.keys({ ...dependencies, ...devDependencies }));
  return { packages, server, web };
}

function packagesOfTheWeb(root) {
  const files = readdirSync(join(root, 'web'), { recursive: true }).filter(
    (file) => /\.tsx?$/.test(file) && !TESTS.test(file) && !BUILD.test(file),
  );
  const specifiers = files.flatMap((file) => specifiersIn(readFileSync(join(root, 'web', file), 'utf8')));
  return [...new Set(specifiers.map(packageNameIn))].toSorted();
}

function specifiersIn(source) {
  const found = [...source.matchAll(IMPORT)].map(([, name]) => name);
  return found.filter((name) => !/^(\.|node:)/.test(name));
}

/** Returns the package of an import: `@mui/material/Button` belongs to `@mui/material`. */
const packageNameIn = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
