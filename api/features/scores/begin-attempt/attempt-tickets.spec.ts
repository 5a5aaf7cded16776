import { randomUUID } from 'node:crypto';
import type { Config } from '../../../config.js';
import { AttemptTickets, type TicketedAttempt } from './attempt-tickets.js';

const ticketsOf = (secret: string) => new AttemptTickets({ secrets: { JWT_SECRET: secret } } as Config);
const [SECRET, NEWER] = [
  'pZ3vK8sQ1xW6nR4tY7uB2cD5fG9hJ0kLmN-oPqRsTuV',
  'aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwX-yZaBcDeF',
] as const;
const tickets = ticketsOf(SECRET);
const attempt: TicketedAttempt = {
  attemptId: randomUUID(),
  userId: randomUUID(),
  scenarioId: randomUUID(),
  sessionId: randomUUID(),
};
const beganAt = Date.parse('2026-03-02T09:00:00.123Z');
const witness = { beganAt, edition: 7 };
const ticket = tickets.issue(attempt, witness);
const HOURS = 3_600_000;

it('proves start and edition for twelve hours', () => {
  expect(tickets.read(ticket, attempt, beganAt)).toEqual(witness);
  expect(tickets.read(ticket, attempt, beganAt + 12 * HOURS)).toEqual(witness);
  expect(tickets.read(ticket, attempt, beganAt + 12 * HOURS + 1)).toBeUndefined();
  expect(tickets.read(ticket, attempt, beganAt - 1)).toBeUndefined();
});

it.each([
  ['attempt', { attemptId: randomUUID() }],
  ['player', { userId: randomUUID() }],
  ['scenario', { scenarioId: randomUUID() }],
  ['class', { sessionId: randomUUID() }],
  ['result outside any class', { sessionId: null }],
])('is worthless for another %s', (_, other) => {
  expect(tickets.read(ticket, { ...attempt, ...other }, beganAt)).toBeUndefined();
});

it('is worthless with another time or edition, and from another platform', () => {
  const [time, edition, signature] = ticket.split('.');
  const earlier = (beganAt - 1).toString(36);
  for (const forged of [`${earlier}.${edition}.${signature}`, `${time}.8.${signature}`, 'ticket', '', `${ticket}.x`]) {
    expect(tickets.read(forged, attempt, beganAt)).toBeUndefined();
  }
  expect(ticketsOf(NEWER).read(ticket, attempt, beganAt)).toBeUndefined();
});

it('stays valid when its secret becomes an older one', () => {
  const rotated = ticketsOf(`${NEWER},${SECRET}`);
  expect(rotated.read(ticket, attempt, beganAt)).toEqual(witness);
  expect(tickets.read(rotated.issue(attempt, witness), attempt, beganAt)).toBeUndefined();
});
