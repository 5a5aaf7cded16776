import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages of a lock file by their folder, `''` for this project. */
export function readLockFile(root) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/** Returns a package's registry name: the folder `node_modules/a/node_modules/@b/c` holds `@b/c`, unless it is an alias. */
export const nameOf = (packages, folder) =>
  packages[folder].name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Returns the folders of the packages `names`, as this project resolves them, with all their dependencies. An optional peer dependency is
 * included only if it is one of `ours`.
 */
export function withAllTheyNeed(packages, names, ours = names) {
  const found = new Set();
  const visit = (from, name, isOptional) => {
    const folder = resolveFrom(packages, from, name);
    if (folder === undefined && !isOptional)
      throw new Error(`${name} of ${from || 'package.json'} is not in the lock file.`);
    if (folder === undefined || found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder];
    for (const need of Object.keys(dependencies ?? {})) visit(folder, need, false);
    for (const need of Object.keys(optionalDependencies ?? {})) visit(folder, need, true);
    for (const need of Object.keys(peerDependencies ?? {})) {
      if (!peerDependenciesMeta?.[need]?.optional || ours.includes(need)) visit(folder, need, false);
    }
  };
  for (const name of names) visit('', name, false);
  return [...found].toSorted();
}

/** Resolves as Node.js does: the nearest `node_modules` upwards that contains the package. */
function resolveFrom(packages, from, name) {
  for (let parent = from; ; parent = parent.slice(0, Math.max(0, parent.lastIndexOf('/node_modules/')))) {
    const folder = `${parent}${parent && '/'}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (parent === '') return undefined;
  }
}
