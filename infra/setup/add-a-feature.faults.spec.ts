import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import ts from 'typescript';
import { PACKAGE_ROOT } from '../../api/platform/ops/package-info.js';

const SOURCES = ['api', 'web', 'infra/setup', 'package.json', 'tsconfig.json', 'jest.config.mjs'];
/** Tests that the guide names, limited to the example: the tenant matrix takes minutes for all routes. */
const TESTS = ['course-notes', 'api/streams', 'api/testing/tenant-matrix', 'api/projections.int'];
const NAMES = 'note|golden event|CourseNoteWritten|policy for every route|course-notes';

const RUN_WITHIN_MS = 600_000;

/** A code block of the guide: a new file, or a change of an existing file. */
interface Block {
  readonly language: string;
  readonly file: string;
  readonly text: string;
}

const blocks: readonly Block[] = [
  ...readFileSync(join(PACKAGE_ROOT, 'docs/add-a-feature.md'), 'utf8').matchAll(/^```(\w+) file=(\S+)\n(.*?)^```$/gms),
].map(([, language, file, text]) => ({ language: language!, file: file!, text: text! }));

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'ready-room-guide-'));
  for (const source of SOURCES) cpSync(join(PACKAGE_ROOT, source), join(copy, source), { recursive: true });
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const block of blocks) apply(block);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function apply({ language, file, text }: Block): void {
  const path = join(copy, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, language === 'diff' ? patched(readFileSync(path, 'utf8'), text, file) : text);
}

/** Returns the text after a diff whose hunks have context lines and added lines. */
function patched(text: string, diff: string, file: string): string {
  return diff.split(/^@@\n/m).reduce((result, hunk) => {
    const lines = hunk.split('\n').slice(0, -1);
    const before = lines.filter((line) => line.startsWith(' ')).map((line) => `${line.slice(1)}\n`);
    const after = lines.map((line) => `${line.slice(1)}\n`);
    if (result.split(before.join('')).length !== 2) throw new Error(`${file} does not have the context of\n${hunk}`);
    return result.replace(before.join(''), () => after.join(''));
  }, text);
}

/** Type errors in the files that the guide adds or changes. */
function typeErrors(configFile: string, isOf: (file: string) => boolean): string[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(copy, configFile),
    { noEmit: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  )!;
  const files = blocks.filter(({ file }) => isOf(file) && /\.tsx?$/.test(file)).map(({ file }) => join(copy, file));
  const globals = config.fileNames.filter((file) => file.endsWith('.d.ts'));
  const program = ts.createProgram([...files, ...globals], config.options);
  return files
    .flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)))
    .map(({ messageText, file }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
}

it(
  'adds a feature that compiles',
  () => {
    expect(blocks.length).toBeGreaterThan(10);
    expect(typeErrors('tsconfig.json', (file) => file.startsWith('api/'))).toEqual([]);
    expect(typeErrors('web/tsconfig.json', (file) => file.startsWith('web/'))).toEqual([]);
  },
  RUN_WITHIN_MS,
);

it(
  'adds a feature whose tests pass',
  async () => {
    const jest = join(PACKAGE_ROOT, 'node_modules/jest/bin/jest.js');
    const args = [jest, '--maxWorkers=1', '--testNamePattern', NAMES, ...TESTS];
    const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: copy, maxBuffer: 1e8 });
    expect(stripVTControlCharacters(stderr)).toMatch(/Tests: .*[1-9]\d* passed/);
  },
  RUN_WITHIN_MS,
);
