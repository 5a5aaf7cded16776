import { FaultLog } from './fault-log.js';

let time = 0;
let lines: unknown[][] = [];
let log: FaultLog;
beforeEach(() => {
  time = 0;
  lines = [];
  const write =
    (level: string) =>
    (...rest: unknown[]) =>
      void lines.push([level, ...rest]);
  log = new FaultLog({ warn: write('warn'), error: write('error') }, () => time);
});

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

it('logs a passing failure in one short line, and again after five seconds with the number of omitted lines', () => {
  for (let times = 0; times < 1_000; times += 1) log.report(refused);
  expect(lines).toEqual([['warn', 'connect ECONNREFUSED 127.0.0.1:5432']]);
  time = 5_000;
  log.report(refused);
  expect(lines[1]).toEqual(['warn', 'connect ECONNREFUSED 127.0.0.1:5432', { repeated: 999 }]);
});

it('counts different messages separately', () => {
  log.report(refused);
  log.report(new Error('Query read timeout'));
  expect(lines.map(([, message]) => message)).toEqual(['connect ECONNREFUSED 127.0.0.1:5432', 'Query read timeout']);
});

it('logs every unexpected error in full', () => {
  const bug = new TypeError('undefined is not a function');
  log.report(bug);
  log.report(bug);
  expect(lines).toEqual([
    ['error', bug],
    ['error', bug],
  ]);
});

it('logs the code of an error without a message', () => {
  log.report(Object.assign(new AggregateError([refused]), { code: 'ECONNREFUSED' }));
  expect(lines).toEqual([['warn', 'ECONNREFUSED']]);
});

it('logs every line when all messages are different', () => {
  for (let port = 0; port < 200; port += 1) log.report(new Error(`connect to port ${port} failed`));
  expect(lines).toHaveLength(200);
});
