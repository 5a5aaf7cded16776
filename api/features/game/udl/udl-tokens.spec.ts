import { createSecretKey, hkdfSync, randomUUID } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import type { Config } from '../../../config.js';
import { UdlTokens } from './udl-tokens.js';

const [OLD, NEW] = [
  'pZ3vK8sQ1xW6nR4tY7uB2cD5fG9hJ0kLmN-oPqRsTuV',
  'aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwX-yZaBcDeF',
] as const;
const HOURS = 3_600_000;
const startedAt = new Date('2026-03-02T09:00:00Z');
const tokensOf = (setting: string, now = startedAt) =>
  new UdlTokens({ secrets: { JWT_SECRET: setting } } as Config, { now: () => now }, new JwtService({}));
const subject = { userId: randomUUID(), familyId: randomUUID() };

it.each([
  ['the same value', OLD],
  ['a newer value behind it', `${OLD},${NEW}`],
  ['a newer value in front', `${NEW},${OLD}`],
])('accepts an earlier password with %s', (_, setting) => {
  expect(tokensOf(setting).read(tokensOf(OLD).issue(subject))).toMatchObject(subject);
});

it('signs new passwords with the newest value only', () => {
  const token = tokensOf(`${NEW},${OLD}`).issue(subject);
  expect(tokensOf(NEW).read(token)).toMatchObject(subject);
  expect(tokensOf(OLD).read(token)).toBeNull();
});

it('rejects a password of an older value after twelve hours', () => {
  const token = tokensOf(OLD).issue(subject);
  const after = (ms: number) => tokensOf(`${NEW},${OLD}`, new Date(startedAt.getTime() + ms)).read(token);
  expect(after(12 * HOURS - 1_000)).toMatchObject(subject);
  expect(after(12 * HOURS)).toBeNull();
});

it('derives the key of a single value from the whole setting, so that running games keep access after an upgrade', () => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', OLD, '', 'ready-room-udl', 32)));
  const seconds = startedAt.getTime() / 1_000;
  const issued = new JwtService({}).sign(
    { sub: subject.userId, family: subject.familyId, iat: seconds, exp: seconds + 60 },
    { issuer: 'ready-room', audience: 'ready-room-udl', algorithm: 'HS256', privateKey: key as unknown as string },
  );
  expect(tokensOf(OLD).read(issued)).toMatchObject(subject);
});
