import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

const dist = join(PACKAGE_ROOT, 'dist/web');

/** What everybody loads who has signed in, and what the viewer needs with it: modules of the manifest. */
export const SHELL = ['index.html', 'app/layouts/signed-in.tsx'];
export const LOGIN = ['index.html', 'app/routes/login-route.tsx'];
export const VIEWER = [...SHELL, 'app/routes/play-route.tsx', 'features/game/components/game-viewer.tsx'];

/** The files that these modules of the built web program need, each once. @throws when a module is not in its manifest */
export function filesOf(...modules: string[]): Set<string> {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the manifest.`);
    if (visited.has(name)) return;
    visited.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return files;
}

/** Kilobytes (1,024 bytes) over the wire, with gzip. */
export function kilobytesOf(files: Iterable<string>): number {
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1024;
}

export const scriptsOf = (files: Iterable<string>): string[] => [...files].filter((file) => file.endsWith('.js'));

/** What the viewer loads beyond the shell. */
export function viewersOwnScripts(): string[] {
  const shell = filesOf(...SHELL);
  return scriptsOf(filesOf(...VIEWER)).filter((file) => !shell.has(file));
}
