import { DomainError } from '../domain-error.js';
import { PollLimits } from './poll-limits.js';

const statusOf = (take: () => unknown): number => {
  try {
    take();
    return 200;
  } catch (error) {
    return (error as DomainError).status;
  }
};

it('holds ten polls of a person, and again as many once they have ended', () => {
  const limits = new PollLimits();
  const releases = Array.from({ length: 10 }, () => limits.take('ann', '192.0.2.1'));
  expect(statusOf(() => limits.take('ann', '192.0.2.2'))).toBe(429);
  expect(statusOf(() => limits.take('bob', '192.0.2.1'))).toBe(200);
  releases[0]!();
  expect(statusOf(() => limits.take('ann', '192.0.2.1'))).toBe(200);
});

it('holds a thousand polls of an address, and five thousand in all', () => {
  const limits = new PollLimits();
  const take = (person: number, network: number) => () => limits.take(`person ${person}`, `192.0.2.${network}`);
  for (let person = 0; person < 5_000; person += 1) take(person, Math.floor(person / 1_000))();
  expect(statusOf(take(5_000, 0))).toBe(503);
  expect(statusOf(take(5_000, 9))).toBe(503);
  const fewer = new PollLimits();
  for (let person = 0; person < 1_000; person += 1) fewer.take(`person ${person}`, '192.0.2.1');
  expect(statusOf(() => fewer.take('one more', '192.0.2.1'))).toBe(503);
  expect(statusOf(() => fewer.take('one more', '192.0.2.2'))).toBe(200);
});
