/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

const dist = resolve('dist/web');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** Kilobytes over the wire of everything these modules need, each file once. */
const kilobytesOf = (...modules: string[]): number => kilobytes(filesOf(...modules));

function filesOf(...modules: string[]): Set<string> {
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

function kilobytes(files: Iterable<string>): number {
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1024;
}

const SHELL = ['index.html', 'app/layouts/signed-in.tsx'];
const STAFF = [...SHELL, 'app/layouts/instructor-layout.tsx'];
const ADMIN = [...SHELL, 'app/layouts/admin-layout.tsx'];
const VIEWER = [...SHELL, 'app/routes/play-route.tsx', 'features/game/components/game-viewer.tsx'];

describe('what a page loads, in kilobytes with gzip', () => {
  it.each([
    ['the login', ['index.html', 'app/routes/login-route.tsx'], 98],
    ['the registration, before its countries and card fields', ['index.html', 'app/routes/register-route.tsx'], 100],
    ['the gradebook', [...STAFF, 'app/routes/instructor-gradebook-route.tsx'], 235],
    ['the gradebook in its own tab', [...SHELL, 'app/routes/gradebook-route.tsx'], 225],
    ['the quiz responses, before their analysis', [...STAFF, 'app/routes/instructor-quiz-route.tsx'], 230],
    ['the leaderboard without its chart', [...SHELL, 'app/routes/leaderboard-route.tsx'], 190],
    ['the users page, before its dialogs', [...ADMIN, 'app/routes/users-route.tsx'], 212],
    ['the organizations page', [...ADMIN, 'app/routes/organizations-route.tsx'], 198],
    ['the courses page, before its dialogs', [...ADMIN, 'app/routes/admin-courses-route.tsx'], 205],
    ['the boards of all classes', [...ADMIN, 'app/routes/leaderboards-route.tsx'], 198],
    ['the audit', [...ADMIN, 'app/routes/audit-route.tsx'], 198],
    ['the play area', [...SHELL, 'app/routes/play-route.tsx'], 215],
    ['the play area with the viewer', VIEWER, 215],
  ])('%s', (_, modules, limit) => {
    expect(kilobytesOf(...modules)).toBeLessThanOrEqual(limit);
  });

  it("the viewer's own script beyond the shell", () => {
    const shell = filesOf(...SHELL);
    const own = [...filesOf(...VIEWER)].filter((file) => file.endsWith('.js') && !shell.has(file));
    expect(kilobytes(own)).toBeLessThan(60);
  });
});
