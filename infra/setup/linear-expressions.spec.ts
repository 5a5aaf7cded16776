import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';
import { z } from 'zod';

/** Expressions that take more than linear time, with the reason: they only read short texts. */
const BOUNDED: Readonly<Record<string, string>> = {
  "/[\\s']+$/": 'the name of a sheet, after it was cut to 31 characters',
  '/[\\r\\n]+$/': "files of settings, the operator's",
};

interface Expression {
  readonly source: string;
  readonly flags: string;
}

const isOurs = (file: string): boolean =>
  /\.(ts|tsx|mjs)$/.test(file) &&
  !/\.spec\.|(^|\/)(testing|e2e|node_modules|training-build\/flight-module)\//.test(file);

const files = ['api', 'web', 'infra'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter(isOurs),
);

/** Returns every regular expression literal in a file's syntax tree. */
function literalsIn(file: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, pattern, flags } = node as Record<string, string>;
    if (type === 'RegExpLiteral') found.push({ source: pattern!, flags: flags ?? '' });
    for (const child of Object.values(node)) visit(child);
  };
  const source = readFileSync(file, 'utf8');
  visit(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), decorators: true, target: 'es2022' }));
  return found;
}

/** Finds exponential or polynomial expressions: the same text can match in many ways, or from many start positions. */
const isSlow = (expression: Expression): boolean => analyse(expression).reports.length > 0;
const print = ({ source, flags }: Expression): string => `/${source}/${flags}`;

it('detects slow expressions', () => {
  for (const slow of [/(a+)+$/, /^[\w.]+\w+x$/, /\s+$/, /<[^>]*a/]) expect([slow, isSlow(slow)]).toEqual([slow, true]);
  for (const linear of [/^[\w.-]{3,64}$/, /(?<!\s)\s+$/]) expect([linear, isSlow(linear)]).toEqual([linear, false]);
});

it('has only own expressions that take linear time or read short texts', () => {
  const slow = files.flatMap((file) =>
    literalsIn(file)
      .filter(isSlow)
      .map((expression) => ({ file, expression: print(expression) })),
  );
  expect(slow.filter(({ expression }) => !(expression in BOUNDED))).toEqual([]);
  const unused = Object.keys(BOUNDED).filter((known) => !slow.some(({ expression }) => expression === known));
  expect(unused).toEqual([]);
});

it('has only such expressions in the library that contracts use', () => {
  const { email, uuid, datetime } = z.regexes;
  for (const expression of [email, uuid(), datetime({ offset: true })]) {
    expect([print(expression), isSlow(expression)]).toEqual([print(expression), false]);
  }
});
