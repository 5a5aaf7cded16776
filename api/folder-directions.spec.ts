import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { PACKAGE_ROOT } from './platform/ops/package-info.js';

/** The folders of `api/platform` in import order: a folder may import only earlier ones. */
const PLATFORM = [
  'csv',
  'downloads',
  'sheets',
  'json',
  'ops',
  'database',
  'tracing',
  'eventsourcing',
  'auth',
  'jobs',
  'mail',
  'backup',
  'http',
  'live',
  'status',
];
const IMPORTS = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

interface Import {
  /** Paths relative to the scanned folder. */
  readonly from: string;
  readonly to: string;
}

/** Returns the imports between files of a folder, including type imports. Specs and `testing` folders may import anything. */
function importsWithin(folder: string): readonly Import[] {
  const root = join(PACKAGE_ROOT, folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.split(sep).includes('testing'))
    .flatMap((from) =>
      [...readFileSync(join(root, from), 'utf8').matchAll(IMPORTS)].map(([, specifier]) => ({
        from,
        to: relative(root, join(root, dirname(from), specifier!)),
      })),
    )
    .filter(({ to }) => !to.startsWith('..'));
}

/** Returns the first folder of a path, or '' for a file outside folders. */
const folderOf = (file: string): string => (file.includes(sep) ? file.split(sep)[0]! : '');

function againstOrder(imports: readonly Import[], order: readonly string[]): readonly string[] {
  const layer = (file: string): number => ['', ...order].indexOf(folderOf(file));
  return imports.filter(({ from, to }) => layer(from) < layer(to)).map(({ from, to }) => `${from} imports ${to}`);
}

it('lists every folder of the platform', () => {
  const folders = readdirSync(join(PACKAGE_ROOT, 'api/platform'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(folders.map(({ name }) => name).toSorted()).toEqual(PLATFORM.toSorted());
});

it('imports folders of the platform in one direction', () => {
  expect(againstOrder(importsWithin('api/platform'), PLATFORM)).toEqual([]);
});

it('reports an import against the order', () => {
  const imports = [
    { from: 'http/problem.ts', to: 'ops/logger.js' },
    { from: 'ops/logger.ts', to: 'http/problem.js' },
    { from: 'clock.ts', to: 'csv/csv.js' },
  ];
  expect(againstOrder(imports, ['csv', 'ops', 'http'])).toEqual([
    'ops/logger.ts imports http/problem.js',
    'clock.ts imports csv/csv.js',
  ]);
});

/** Maps imports to units of the features: the nearest folder with a module, otherwise the feature. */
function unitsOf(imports: readonly Import[], modules: readonly string[]): readonly Import[] {
  const folders = modules.map((file) => dirname(file)).toSorted((a, b) => b.length - a.length);
  const unitOf = (file: string): string => folders.find((folder) => file.startsWith(folder + sep)) ?? folderOf(file);
  return imports.map(({ from, to }) => ({ from: unitOf(from), to: unitOf(to) })).filter(({ from, to }) => from !== to);
}

/** Returns the units in an import cycle, by repeatedly removing units that import no other unit. */
function circleOf(imports: readonly Import[]): readonly string[] {
  const importers = new Set(imports.map(({ from }) => from));
  const left = imports.filter(({ to }) => importers.has(to));
  if (left.length < imports.length) return circleOf(left);
  return [...new Set(left.map(({ from, to }) => `${from} imports ${to}`))].toSorted();
}

const isModule = (file: string): boolean => file.endsWith('.module.ts');

it('imports features, and their parts with a module, in one direction', () => {
  const modules = readdirSync(join(PACKAGE_ROOT, 'api/features'), { recursive: true, encoding: 'utf8' });
  expect(circleOf(unitsOf(importsWithin('api/features'), modules.filter(isModule)))).toEqual([]);
});

it('reports features that import each other', () => {
  const modules = ['people/people.module.ts', 'people/user-administration/user-administration.module.ts'];
  const imports = [
    { from: 'people/user-administration/moves.ts', to: 'courses/owned-courses.query.js' },
    { from: 'courses/join-course/join-course.handler.ts', to: 'people/people.query.js' },
    { from: 'banner/banner.controller.ts', to: 'people/people.query.js' },
  ];
  expect(circleOf(unitsOf(imports, modules))).toEqual([]);
  const back = { from: 'people/people.query.ts', to: 'courses/course.query.js' };
  expect(circleOf(unitsOf([...imports, back], modules))).toEqual(
    expect.arrayContaining(['courses imports people', 'people imports courses']),
  );
});
