import { streams } from './streams.js';
import { goldenEvents } from './testing/golden-events.js';

it('has a golden event for every stored name, and a schema for every golden event', () => {
  expect(Object.keys(streams.schemas).toSorted()).toEqual([...goldenEvents.keys()].toSorted());
});

it.each([...goldenEvents])('still reads %s as it was first stored', (type, data) => {
  expect(streams.schemas[type]!.parse(data)).toEqual(data);
});
