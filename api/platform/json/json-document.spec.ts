import { JsonDocument, JsonSyntaxError } from './json-document.js';

const text = ['[', '  {"name": "Ada",', '   "marks": [1, 2, 3]},', '  {"name": "Bea", "name": "Cea"}', ']'].join('\n');
const document = new JsonDocument(text);
const at = (line: number, column: number) => ({ line, column });

it('returns the value, and the place of each value and key', () => {
  expect(document.value).toEqual(JSON.parse(text));
  expect(document.locationOf([])).toEqual(at(1, 1));
  expect(document.locationOf([0, 'name'])).toEqual(at(2, 12));
  expect(document.locationOf([0, 'marks', 2])).toEqual(at(3, 20));
  expect(document.placeOfKey([0], 'marks')).toEqual(at(3, 4));
});

it('returns the place of the parent for a missing value or key', () => {
  expect(document.has([0, 'rank'])).toBe(false);
  expect(document.has([0, 'marks', 0])).toBe(true);
  expect(document.locationOf([0, 'rank', 'title'])).toEqual(at(2, 3));
  expect(document.placeOfKey([0], 'rank')).toEqual(at(2, 3));
});

it('finds duplicate keys', () => {
  expect(document.repeatedKeys()).toEqual([{ key: 'name', place: at(4, 19) }]);
});

it('ignores a byte order mark', () => {
  expect(new JsonDocument('\uFEFF[1]').locationOf([0])).toEqual(at(1, 2));
});

it.each([
  ['[1,\n 2,]', 'This is not valid JSON: "]" is not expected here.', at(2, 4)],
  ['// why\n[]', 'This is not valid JSON: "/" is not expected here.', at(1, 1)],
  ['', 'This is not valid JSON: the end is not expected here.', at(1, 1)],
  ['{"a": 1', 'This is not valid JSON: the end is not expected here.', at(1, 8)],
  ['[1] 2', 'This is not valid JSON: "2" is not expected here.', at(1, 5)],
  ['['.repeat(100_000), 'This JSON is nested too deeply.', at(1, 1)],
])('reports the place of the first error in %.12j', (broken, message, place) => {
  expect(() => new JsonDocument(broken)).toThrow(JsonSyntaxError);
  expect(() => new JsonDocument(broken)).toThrow(expect.objectContaining({ message, place }) as Error);
});
