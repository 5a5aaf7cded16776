import { readOptions as readOptionsOn } from './options.js';

const known = ['append', 'live'];
const printed: string[] = [];
const print = (line: string): void => void printed.push(line);
const readOptions = (args: readonly string[], ...suites: [readonly string[], (readonly string[])?]) =>
  readOptionsOn(args, { out: print, err: print }, ...suites);
beforeEach(() => (printed.length = 0));

it('runs every suite by default', () => {
  const nothingNamed = { data: undefined, against: undefined, build: undefined };
  expect(readOptions([], known)).toEqual({ suites: known, json: false, quick: false, rounds: 3, ...nothingNamed });
});

it('omits long suites unless they are named', () => {
  expect(readOptions(['--quick'], known, ['live'])).toMatchObject({ suites: ['live'], quick: true });
  expect(readOptions(['--suite', 'append'], known, ['live']).suites).toEqual(['append']);
});

it('runs the named suites', () => {
  const args = ['--suite', 'live', '--json', '--data', '/tmp/kept'];
  expect(readOptions(args, known)).toMatchObject({ suites: ['live'], json: true, quick: false, data: '/tmp/kept' });
});

it('compares with a commit in the given number of rounds', () => {
  expect(readOptions(['--against', 'main', '--rounds', '5'], known)).toMatchObject({ against: 'main', rounds: 5 });
});

it.each([
  [['--suite', 'dance'], /argument 'dance' is invalid\. Allowed choices are append, live\./],
  [['--rounds', '0'], /argument '0' is invalid\. Use a whole number from 1\./],
  [['--against', 'main', '--build', '/tmp/other'], /cannot be used with option '--build <folder>'/],
  [['--fast'], /^Unknown option '--fast'\.\n.*npm run bench -- --help$/],
])('refuses %j in one sentence', (args, sentence) => {
  expect(() => readOptions(args, known)).toThrow(expect.objectContaining({ exitCode: 1 }));
  expect(printed).toEqual([expect.stringMatching(sentence)]);
});
