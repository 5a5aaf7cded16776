import { eventSchemas } from './event-schemas.js';
import { goldenEvents } from './testing/golden-events.js';

it('has a golden event for every stored name, and a schema for every golden event', () => {
  expect(Object.keys(eventSchemas).toSorted()).toEqual([...goldenEvents.keys()].toSorted());
});

it.each([...goldenEvents])('still reads %s as it was first stored', (type, data) => {
  expect(eventSchemas[type]!.parse(data)).toEqual(data);
});
