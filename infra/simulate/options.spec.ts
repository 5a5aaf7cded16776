import { HELP, readOptions } from './options.js';

it('plays a class of thirty for a minute against the local demo', () => {
  expect(readOptions([])).toEqual({
    students: 30,
    seconds: 60,
    url: 'http://127.0.0.1:3000',
    accounts: '.data/demo-accounts.json',
    admin: undefined,
    rate: 10,
    json: false,
  });
});

it('takes what it is told', () => {
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
  [['--students', '0'], '--students must be a number from 1 to 5000.'],
  [['--seconds', 'many'], '--seconds must be a number from 1 to 86400.'],
  [['--rate', ''], '--rate must be a number from 0.01 to 10000.'],
  [['--url', 'here'], '--url must be an address such as http://127.0.0.1:3000.'],
  [['--speed', '3'], expect.stringMatching(/^Unknown option '--speed'\. Usage: npm run simulate -- --help$/)],
])('refuses %j in one sentence', (args, message) => {
  expect(() => readOptions(args)).toThrow(expect.objectContaining({ name: 'UserError', message }));
});

it('prints help when it is asked for, whatever else is given', () => {
  expect(readOptions(['--help', '--students', '0'])).toBeUndefined();
  for (const option of ['--students', '--admin', '--accounts', 'SIMULATE_ADMIN_PASSWORD'])
    expect(HELP).toContain(option);
});

it('keeps the rate of a large class at what a machine can serve', () => {
  expect(readOptions(['--students', '5000'])).toMatchObject({ students: 5_000, rate: 200 });
});
