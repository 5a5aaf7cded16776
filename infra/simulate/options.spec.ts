import { readOptions as readOptionsOn } from './options.js';

const printed: string[] = [];
const print = (line: string): void => void printed.push(line);
const readOptions = (args: readonly string[]) => readOptionsOn(args, { out: print, err: print });
beforeEach(() => (printed.length = 0));

it('defaults to a class of thirty for a minute on the local demo', () => {
  expect(readOptions([])).toEqual({
    students: 30,
    seconds: 60,
    url: 'http://127.0.0.1:3000',
    accounts: '.data/demo-accounts.json',
    admin: undefined,
    rate: 2,
    json: false,
  });
});

it('applies the given options', () => {
  const args =
    '--students 5 --seconds 3 --url https://ready.example/ --accounts a.json --admin root --rate 0.5 --json'.split(' ');
  expect(readOptions(args)).toEqual({
    students: 5,
    seconds: 3,
    url: 'https://ready.example',
    accounts: 'a.json',
    admin: 'root',
    rate: 0.5,
    json: true,
  });
});

it.each([
  [['--students', '0'], /^Option '--students <number>' argument '0' is invalid\. It must be a number from 1 to 5000\./],
  [['--seconds', 'many'], /It must be a number from 1 to 86400\./],
  [['--rate', ''], /It must be a number from 0\.01 to 10000\./],
  [['--url', 'here'], /It must be an address such as http:/],
  [['--url', 'ftp://here'], /It must be an address such as http:/],
  [['--student', '3'], /^Unknown option '--student'\. Did you mean --students\?\n.*npm run simulate -- --help$/],
  [['30'], /^Unexpected word '30'\./],
])('refuses %j in one sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(expect.objectContaining({ exitCode: 1 }));
  expect(printed).toEqual([expect.stringMatching(sentence)]);
});

it.each([['--help'], ['help']])('prints help for %s', (word) => {
  expect(() => readOptions([word])).toThrow(expect.objectContaining({ exitCode: 0 }));
  for (const option of ['--students', '--admin', '--accounts', 'SIMULATE_ADMIN_PASSWORD'])
    expect(printed.join('\n')).toContain(option);
});

it('limits the default rate of a large class to what one machine can serve', () => {
  expect(readOptions(['--students', '5000'])).toMatchObject({ students: 5_000, rate: 200 });
});
