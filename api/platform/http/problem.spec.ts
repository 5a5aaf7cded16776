import pg from 'pg';
import { toProblem } from './problem.js';

const failure = (code: string) => Object.assign(new pg.DatabaseError('The server refused', 0, 'error'), { code });
const UNAVAILABLE = { problem: { status: 503, code: 'UNAVAILABLE' }, retryAfterSeconds: 2 };

it.each([
  ['has a full disk', '53100'],
  ['only accepts reads', '25006'],
])('answers 503 with a time to retry when the database %s', (_what, code) => {
  expect(toProblem(failure(code))).toMatchObject(UNAVAILABLE);
  // TypeORM wraps the driver's error.
  expect(toProblem({ driverError: failure(code) })).toMatchObject(UNAVAILABLE);
});

it.each([
  ['a violated constraint', '23505'],
  ['a statement in the wrong state of a transaction', '25001'],
])('answers 500 without a time to retry after %s', (_what, code) => {
  const answer = toProblem(failure(code));
  expect(answer).toMatchObject({ problem: { status: 500, code: 'INTERNAL' } });
  expect(answer.retryAfterSeconds).toBeUndefined();
});
