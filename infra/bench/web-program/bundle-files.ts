import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { measuredBuild } from '../environment/measured-build.js';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

const pathOf = (file: string): string => join(measuredBuild(), 'dist/web', file);
const read = (file: string): string => readFileSync(pathOf(file), 'utf8');
const VIEWER = 'features/game/components/game-viewer.tsx';

/** Returns the scripts and styles of the built page of a route, each once. @throws when the router has no such pattern */
export function filesOfPage(pattern: string): Set<string> {
  const page = (JSON.parse(read('pages.json')) as Record<string, string>)[pattern];
  if (page === undefined) throw new Error(`${pattern} is not a path of the router.`);
  return new Set(Array.from(read(page).matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g), ([, file]) => file!));
}

/** Returns the files of the play area and of its viewer, each once. */
export const filesOfViewer = (): Set<string> => withFilesOf(VIEWER, filesOfPage('/play'));

/** Returns the files that the debrief or the report adds to the page of a class. */
export function filesOfDebrief(view: 'debrief' | 'report'): Set<string> {
  const page = filesOfPage('/instructor/gradebook/:sessionId');
  const all = withFilesOf(`app/routes/class-${view}.tsx`, page);
  return new Set([...all].filter((file) => !page.has(file)));
}

/** Returns these files, and those of a module that is loaded later. */
function withFilesOf(module: string, known: ReadonlySet<string>): Set<string> {
  const manifest = JSON.parse(read('.vite/manifest.json')) as Record<string, Chunk>;
  const files = new Set(known);
  const visit = (name: string): void => {
    const { file, css = [], imports = [] } = manifest[name]!;
    if (files.has(file)) return;
    for (const one of [file, ...css]) files.add(one);
    imports.forEach(visit);
  };
  visit(module);
  return files;
}

/** Returns kilobytes (1,024 bytes) over the network, with gzip. */
export function kilobytesOf(files: Iterable<string>): number {
  const bytes = [...files].map((file) => gzipSync(readFileSync(pathOf(file)), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1024;
}

export const scriptsOf = (files: Iterable<string>): string[] => [...files].filter((file) => file.endsWith('.js'));

/** Returns the scripts of the viewer that the play area around it does not load. */
export function viewersOwnScripts(): string[] {
  const around = filesOfPage('/play');
  return scriptsOf(filesOfViewer()).filter((file) => !around.has(file));
}
