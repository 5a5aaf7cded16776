import type { DomainError } from '../domain-error.js';
import { PollLimits } from './poll-limits.js';

const statusOf = (take: () => unknown): number => {
  try {
    take();
    return 200;
  } catch (error) {
    return (error as DomainError).status;
  }
};
const poll = { end: () => undefined };

it('ends the oldest of ten polls of a person when an eleventh arrives', () => {
  const limits = new PollLimits(() => 0);
  const ended: number[] = [];
  const take = (index: number) => limits.admit('ann', '192.0.2.1', { end: () => ended.push(index) });
  const releases = Array.from({ length: 10 }, (_, index) => take(index));
  limits.admit('bob', '192.0.2.1', poll);
  expect(ended).toEqual([]);
  take(10);
  expect(ended).toEqual([0]);
  releases[0]!();
  releases[1]!();
  take(11);
  expect(ended).toEqual([0]);
  take(12);
  expect(ended).toEqual([0, 2]);
});

it('rejects more than 100 polls of a person in four seconds', () => {
  let now = 0;
  const limits = new PollLimits(() => now);
  const take = (person: string) => () => limits.admit(person, '192.0.2.1', poll)();
  for (let sent = 0; sent < 100; sent += 1) take('ann')();
  expect(statusOf(take('ann'))).toBe(429);
  expect(statusOf(take('bob'))).toBe(200);
  now = 4_000;
  expect(statusOf(take('ann'))).toBe(200);
});

it('accepts at most 1,000 polls per address and 5,000 per node', () => {
  const limits = new PollLimits();
  const take = (person: number, network: number) => () => limits.admit(`person ${person}`, `192.0.2.${network}`, poll);
  for (let person = 0; person < 5_000; person += 1) take(person, Math.floor(person / 1_000))();
  expect(statusOf(take(5_000, 0))).toBe(503);
  expect(statusOf(take(5_000, 9))).toBe(503);
  const fewer = new PollLimits();
  const releases = Array.from({ length: 1_000 }, (_, person) => fewer.admit(`person ${person}`, '192.0.2.1', poll));
  expect(statusOf(() => fewer.admit('one more', '192.0.2.1', poll))).toBe(503);
  expect(statusOf(() => fewer.admit('one more', '192.0.2.2', poll))).toBe(200);
  releases[0]!();
  expect(statusOf(() => fewer.admit('one more', '192.0.2.1', poll))).toBe(200);
});
