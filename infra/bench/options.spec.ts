import { readOptions as readOptionsOn } from './options.js';

const known = ['append', 'live'];
const printed: string[] = [];
const print = (line: string): void => void printed.push(line);
const readOptions = (args: readonly string[], ...suites: [readonly string[], (readonly string[])?]) =>
  readOptionsOn(args, { out: print, err: print }, ...suites);
beforeEach(() => (printed.length = 0));

it('runs every suite by default', () => {
  expect(readOptions([], known)).toEqual({ suites: known, json: false, quick: false, data: undefined });
});

it('omits long suites unless they are named', () => {
  expect(readOptions(['--quick'], known, ['live'])).toMatchObject({ suites: ['live'], quick: true });
  expect(readOptions(['--suite', 'append'], known, ['live']).suites).toEqual(['append']);
});

it('runs the named suites', () => {
  const args = ['--suite', 'live', '--json', '--data', '/tmp/kept'];
  expect(readOptions(args, known)).toEqual({ suites: ['live'], json: true, quick: false, data: '/tmp/kept' });
});

it.each([
  [['--suite', 'dance'], /argument 'dance' is invalid\. Allowed choices are append, live\./],
  [['--fast'], /^Unknown option '--fast'\.\n.*npm run bench -- --help$/],
])('refuses %j in one sentence', (args, sentence) => {
  expect(() => readOptions(args, known)).toThrow(expect.objectContaining({ exitCode: 1 }));
  expect(printed).toEqual([expect.stringMatching(sentence)]);
});
