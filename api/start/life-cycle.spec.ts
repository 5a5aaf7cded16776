import { jest } from '@jest/globals';
import pg from 'pg';
import { StartError } from '../platform/database/start-error.js';
import { LogUnavailable } from '../platform/eventsourcing/kurrentdb/log-unavailable.js';
import { failStart } from './life-cycle.js';

describe('a start that fails', () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);

  afterAll(() => jest.restoreAllMocks());

  const bug = new TypeError('x is not a function');
  const file = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open' });
  it.each([
    ['the sentence of a StartError', new StartError('The port is taken.'), 'The port is taken.'],
    [
      'a database that does not respond in time',
      new Error('Connection terminated due to connection timeout'),
      'The database did not answer in time (Connection terminated due to connection timeout): start again, and check its load if this continues.',
    ],
    [
      'a log in KurrentDB that does not answer',
      new LogUnavailable('14 UNAVAILABLE: Server Is Not Ready'),
      'The event log does not answer (14 UNAVAILABLE: Server Is Not Ready): check KURRENTDB_URL and that KurrentDB runs.',
    ],
    [
      'a full disk of the data folder',
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' }),
      'The disk of DATA_DIR is full: free some space, then start again.',
    ],
    [
      'a full disk of the database',
      Object.assign(new Error('could not extend file "base/5/1259"'), { code: '53100' }),
      'The disk of the database is full: free some space on its server, then start again.',
    ],
    [
      'a database that only accepts reads',
      Object.assign(new pg.DatabaseError('cannot execute INSERT in a read-only transaction', 1, 'error'), {
        code: '25006',
      }),
      'The database only accepts reads: allow writes on its server, then start again.',
    ],
    ['a bug, with its stack', bug, bug],
    ['a missing file, which is not a failure of the database', file, file],
  ])('reports %s and exits with 1', (_what, error, words) => {
    failStart(error);
    expect(said).toHaveBeenLastCalledWith(words);
    expect(exit).toHaveBeenLastCalledWith(1);
  });
});
