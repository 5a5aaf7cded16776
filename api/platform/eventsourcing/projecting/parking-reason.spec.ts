import pg from 'pg';
import { parkingReason, withoutValues } from './parking-reason.js';

const refusal = Object.assign(
  new pg.DatabaseError('invalid input syntax for type uuid: "mara@example.org"', 1, 'error'),
  {
    code: '22P02',
    detail: 'Key (email)=(mara@example.org) exists',
    table: 'people_v1',
    column: 'user_id',
  },
);

it('describes an error of PostgreSQL by its kind, table and column, without values of the row', () => {
  expect(parkingReason(refusal)).toBe(
    'PostgreSQL rejected it: a value does not fit its column (22P02): table people_v1, column user_id',
  );
  expect(parkingReason(Object.assign(new pg.DatabaseError('x', 1, 'error'), { code: 'XX000' }))).toBe(
    'PostgreSQL rejected it: with an error (XX000)',
  );
});

it.each([
  [new Error('The class is over'), 'The class is over'],
  [
    new TypeError("Cannot read properties of undefined (reading 'score')"),
    "Cannot read properties of undefined (reading 'score')",
  ],
  [new SyntaxError(`Unexpected token 'M', "Mara Keller" is not valid JSON`), 'Unexpected token …, … is not valid JSON'],
  [
    new Error('No mail for mara.keller@example.org, id 0198c0de-00a1-7000-8000-000000000009'),
    'No mail for …, id 0198c0de-00a1-7000-8000-000000000009',
  ],
  [new Error('Bearer eyJhbGciOiJIUzI1NiJ9abcdefghijk'), 'Bearer …'],
  ['only a text', 'only a text'],
])('returns the reason of %s without personal values', (error, reason) => {
  expect(parkingReason(error)).toBe(reason);
});

it('limits the length of the reason', () => {
  expect(withoutValues('word '.repeat(1_000))).toHaveLength(500);
});
