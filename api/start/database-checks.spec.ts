import { unfitness } from './database-checks.js';

const FIT = { versionNumber: 150_004, version: '15.4 (Debian 15.4-1)', off: [] };

it('accepts PostgreSQL 15', () => {
  expect(unfitness(FIT)).toBeUndefined();
});

it('refuses an older version, and names the oldest supported one', () => {
  expect(unfitness({ ...FIT, versionNumber: 140_011, version: '14.11' })).toBe(
    'The database runs PostgreSQL 14.11: upgrade it to 15 or newer, then start again.',
  );
});

it('refuses settings that lose acknowledged data', () => {
  expect(unfitness({ ...FIT, off: ['fsync', 'synchronous_commit'] })).toMatch(
    /^The database has fsync, synchronous_commit off/,
  );
});
