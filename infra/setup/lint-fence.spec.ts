import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../api/platform/ops/package-info.js';

const OXLINT = join(PACKAGE_ROOT, 'node_modules/.bin/oxlint');

/** Imports by file: those that lint must reject, and those that it must allow. */
const IMPORTS: Readonly<Record<string, { rejected: readonly string[]; allowed: readonly string[] }>> = {
  'api/features/alpha/alpha.stream.ts': {
    rejected: ['@nestjs/common', 'pg', '../../platform/database/pool.js', '../beta/beta.query.js', './alpha.query.js'],
    allowed: [
      'zod',
      'node:util',
      './alpha.events.js',
      './points.rule.js',
      '../../contracts/alpha.contract.js',
      '../../platform/domain-error.js',
      '../../platform/eventsourcing/define-stream.js',
    ],
  },
  'api/features/alpha/use-case/alpha.stream.ts': {
    rejected: ['@nestjs/common', '../../../platform/database/pool.js', '../../beta/beta.query.js'],
    allowed: ['zod', '../alpha.events.js', '../../../contracts/alpha.contract.js'],
  },
  'api/features/alpha/alpha.events.ts': {
    rejected: ['pg', '../../platform/database/pool.js'],
    allowed: ['zod', '../../platform/eventsourcing/define-events.js', '../../platform/eventsourcing/message.js'],
  },
  'api/features/alpha/points.rule.ts': {
    rejected: ['pg', './alpha.query.js', '../beta/beta.query.js'],
    allowed: ['./alpha.events.js', './alpha.stream.js', './other.rule.js', '../../contracts/alpha.contract.js'],
  },
  'api/contracts/alpha.contract.ts': {
    rejected: ['pg', '../platform/domain-error.js', '../features/alpha/alpha.events.js'],
    allowed: ['zod', './beta.contract.js'],
  },
  'api/platform/live/hub.ts': {
    rejected: ['../../features/alpha/alpha.query.js'],
    allowed: ['pg', '../domain-error.js', '../../contracts/alpha.contract.js'],
  },
  'api/features/alpha/alpha.controller.ts': {
    rejected: ['../beta/beta.controller.js', '../beta/use-case/beta.handler.js', '../beta/beta.stream.js'],
    allowed: [
      'pg',
      '../beta/beta.events.js',
      '../beta/beta.query.js',
      '../beta/beta.policy.js',
      '../beta/beta.cache.js',
      '../beta/use-case/beta.command.js',
      './use-case/alpha.handler.js',
      '../../platform/domain-error.js',
      '../../contracts/alpha.contract.js',
    ],
  },
  'api/features/alpha/use-case/alpha.handler.ts': {
    rejected: ['../../beta/beta.controller.js', '../../beta/use-case/beta.handler.js', '../../beta/beta.stream.js'],
    allowed: ['../../beta/beta.query.js', '../alpha.stream.js', '../other-case/other.js', '../../../config.js'],
  },
  'api/features/alpha/use-case/step/alpha.step.ts': {
    rejected: ['../../../beta/beta.controller.js', '../../../beta/use-case/beta.handler.js'],
    allowed: [
      '../../../beta/beta.query.js',
      '../../alpha.stream.js',
      '../../other-case/other.js',
      '../../../../config.js',
    ],
  },
  'api/features/first-start/past/class.ts': {
    rejected: ['../../courses/courses.projection.js', '../../courses/courses.query.js'],
    allowed: ['../../courses/course.stream.js', '../../courses/courses.events.js', '../../../contracts/a.contract.js'],
  },
  'web/features/alpha/alpha.api.ts': {
    rejected: ['../beta/beta.api.js', '../../app/paths.js', '../../../api/features/alpha/alpha.query.js'],
    allowed: [
      'react',
      '../../shared/api-client/api-client.js',
      '../../../api/contracts/alpha.contract.js',
      './order.js',
    ],
  },
  'web/features/alpha/components/alpha-page.tsx': {
    rejected: ['../../beta/beta.api.js', '../../../app/paths.js', '../../../../api/platform/domain-error.js'],
    allowed: ['../alpha.api.js', '../../../shared/ui/icon.js', '../../../../api/contracts/alpha.contract.js'],
  },
  'web/shared/ui/icon.ts': {
    rejected: ['../../features/alpha/alpha.api.js', '../../app/paths.js', '../../../api/platform/domain-error.js'],
    allowed: ['react', '../api-client/api-client.js', '../../../api/contracts/alpha.contract.js'],
  },
  'web/app/routes/alpha-route.tsx': {
    rejected: ['../../../api/features/alpha/alpha.query.js', '../../../api/platform/domain-error.js'],
    allowed: [
      '../../features/alpha/alpha.api.js',
      '../../shared/ui/icon.js',
      '../../../api/contracts/alpha.contract.js',
    ],
  },
  'api/features/alpha/alpha.int.spec.ts': {
    rejected: [],
    allowed: ['../beta/beta.controller.js', '../../testing/test-platform.js'],
  },
};

/** Other bad examples: file, code, and the rule that must reject it. */
const CODE: readonly (readonly [file: string, code: string, rule: string])[] = [
  ['web/app/page.tsx', 'export const Page = () => <p>Hello</p>;', 'react(jsx-no-literals)'],
  ['web/app/label.tsx', 'export const Icon = () => <i aria-label="Close" />;', 'react(jsx-no-literals)'],
  [
    'web/app/signal.ts',
    'export const both = (a: AbortSignal[]) => AbortSignal.any(a);',
    'eslint(no-restricted-properties)',
  ],
  ['web/app/url.ts', 'export const isUrl = (text: string) => URL.canParse(text);', 'eslint(no-restricted-properties)'],
  ['api/long.ts', 'export {};\n'.repeat(301), 'eslint(max-lines)'],
  ['api/BadName.ts', 'export {};', 'unicorn(filename-case)'],
  ['api/cycle-a.ts', "import { b } from './cycle-b.js';\nexport const a = () => b;", 'import(no-cycle)'],
  ['api/cycle-b.ts', "import { a } from './cycle-a.js';\nexport const b = () => a;", 'import(no-cycle)'],
];

interface Diagnostic {
  readonly filename: string;
  readonly code: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/** Runs the project's lint rules, without those that need types, on a folder. */
async function lint(folder: string): Promise<readonly Diagnostic[]> {
  const rules = JSON.parse(readFileSync(join(PACKAGE_ROOT, '.oxlintrc.json'), 'utf8')) as object;
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ ...rules, options: {} }));
  const run = promisify(execFile)(OXLINT, ['--format', 'json', '.'], { cwd: folder, maxBuffer: 1e8 });
  // The exit code is not 0, because the examples have errors.
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}

let folder: string;
let found: readonly Diagnostic[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-lint-'));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [file, { rejected, allowed }] of Object.entries(IMPORTS)) {
    write(file, [...rejected, ...allowed].map((path) => `export * from '${path}';\n`).join(''));
  }
  for (const [file, code] of CODE) write(file, code);
  found = await lint(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(Object.entries(IMPORTS))(
  'rejects forbidden imports of %s, and allows the others',
  (file, { rejected, allowed }) => {
    const lines = found
      .filter(({ filename, code }) => filename === file && code === 'eslint(no-restricted-imports)')
      .map(({ labels }) => labels[0]!.span.line - 1);
    const imports = [...rejected, ...allowed];
    expect(imports.filter((_, line) => lines.includes(line))).toEqual(rejected);
  },
);

it.each(CODE)('rejects %s', (file, _, rule) => {
  expect(found.filter(({ filename }) => filename === file).map(({ code }) => code)).toContain(rule);
});
