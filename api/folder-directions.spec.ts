import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { PACKAGE_ROOT } from './platform/ops/package-info.js';

/** The folders of `api/platform`: each may import the ones before it, none of those after it. */
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
  /** Files, relative to the folder that was read. */
  readonly from: string;
  readonly to: string;
}

/** Imports between files of a folder, those of types included. Specs and `testing` folders may import anything. */
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

/** The first folder of a path; '' for a file outside folders. */
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

it('names an import against the order', () => {
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
