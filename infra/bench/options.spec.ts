import { readOptions } from './options.js';

const known = ['append', 'live'];

it('runs everything for people', () => {
  expect(readOptions([], known)).toEqual({ suites: known, json: false, quick: false, data: undefined });
});

it('leaves out what is too long unless it is named', () => {
  expect(readOptions(['--quick'], known, ['live'])).toMatchObject({ suites: ['live'], quick: true });
  expect(readOptions(['--suite', 'append'], known, ['live']).suites).toEqual(['append']);
});

it('runs what it is asked for', () => {
  const args = ['--suite', 'live', '--json', '--data', '/tmp/kept'];
  expect(readOptions(args, known)).toEqual({ suites: ['live'], json: true, quick: false, data: '/tmp/kept' });
});

it.each([
  [['--suite', 'dance'], /^There is no suite dance\. Usage: npm run bench/],
  [['--fast'], /^Unknown option '--fast'\. Usage: npm run bench/],
])('refuses %j in one sentence', (args, message) => {
  expect(() => readOptions(args, known)).toThrow(
    expect.objectContaining({ name: 'UserError', message: expect.stringMatching(message) }),
  );
});
