import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';

const OPTIONS = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
  module: { type: 'es6' },
} as const;
const IMPORTS =
  /^(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?["']([^"']+)["']|\bimport\(["']([^"']+)["']\)|\brequire(?:\.resolve)?\(["']([^"']+)["']\)|createRequire\([^)]*\)\(["']([^"']+)["']\)/gm;

/**
 * Returns the packages that the code reachable from these files imports, each with one importing file. Type imports are not in built code.
 */
export function importedPackages(entries: readonly string[]): Map<string, string> {
  const [visited, packages] = [new Set<string>(), new Map<string, string>()];
  const visit = (file: string): void => {
    if (visited.has(file)) return;
    visited.add(file);
    const { code } = transformSync(readFileSync(file, 'utf8'), OPTIONS);
    for (const match of code.matchAll(IMPORTS)) {
      const specifier = match.slice(1).find(Boolean)!;
      if (specifier.startsWith('.')) visit(join(dirname(file), specifier.replace(/\.js$/, '.ts')));
      else if (!specifier.startsWith('node:')) packages.set(packageOf(specifier), file);
    }
  };
  entries.forEach(visit);
  return packages;
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
