import { compare } from './check-consistency.js';

it('finds acknowledged attempts that are missing or stored twice', () => {
  expect(compare(['a', 'b', 'c', 'd'], ['a', 'c', 'c', 'x', 'x'])).toEqual({ lost: 2, doubled: 1 });
});

it('accepts acknowledged attempts that are stored once, and ignores others', () => {
  expect(compare(['a', 'b'], ['x', 'b', 'a'])).toEqual({ lost: 0, doubled: 0 });
});
