import type { ClientBase } from 'pg';
import { InMemoryEventStore } from '../eventsourcing/in-memory-event-store.js';
import { newStream, sampleEvents } from '../eventsourcing/testing/sample-events.js';
import { assertBefore, type OutsideRows, outsideRows } from './outside-log.js';

const events = sampleEvents(5);

/** Returns the rows outside a database whose newest event is `newestId`, and the statements that found them. */
async function rowsAfter(newestId: string | null): Promise<{ outside: OutsideRows; statements: string[] }> {
  const store = new InMemoryEventStore();
  await store.appendToStream(newStream(), 'no-stream', events);
  const statements: string[] = [];
  const query = (text: string) => {
    statements.push(text);
    return Promise.resolve({ rows: [{ epoch: 1, transaction_id: '7', position: '3', newest_id: newestId }] });
  };
  const client = { query } as unknown as ClientBase;
  return { outside: await outsideRows(client, store, await store.head()), statements };
}

it.each([
  ['all events of a log that was never moved', null, 0, 5],
  ['the events after the newest one in the database', events[2]!.eventId, 3, 2],
  ['no event when the log was moved just now', events[4]!.eventId, 5, 0],
])('are %s, without counting the events in the database', async (_, newestId, before, count) => {
  const { outside, statements } = await rowsAfter(newestId);
  expect(outside).toMatchObject({ before, count });
  expect(statements.join(' ')).not.toMatch(/count\(/);
});

it('refuses a log that does not contain the newest event in the database', async () => {
  await expect(rowsAfter(crypto.randomUUID())).rejects.toThrow(/does not contain the events that this database has/);
});

it('refuses another number of events in the database than the log has before its newer events', async () => {
  const { outside } = await rowsAfter(events[2]!.eventId);
  expect(() => assertBefore(outside, 3)).not.toThrow();
  expect(() => assertBefore(outside, 2)).toThrow(/does not contain the events that this database has/);
});
