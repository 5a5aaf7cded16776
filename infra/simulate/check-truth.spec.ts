import { compare } from './check-truth.js';

it('finds what was acknowledged and is not there, or there twice', () => {
  expect(compare(['a', 'b', 'c', 'd'], ['a', 'c', 'c', 'x', 'x'])).toEqual({ lost: 2, doubled: 1 });
});

it('is content when everything is there once, whatever else is', () => {
  expect(compare(['a', 'b'], ['x', 'b', 'a'])).toEqual({ lost: 0, doubled: 0 });
});
