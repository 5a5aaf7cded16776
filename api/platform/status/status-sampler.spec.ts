import { SAMPLES_KEPT } from '../../contracts/system-status.rule.js';
import { History } from './status-sampler.js';

it('keeps the last samples of each name, with a gap for each unknown value', () => {
  const history = new History();
  history.add({ a: 1, b: 5 });
  history.add({ a: 2 });
  expect(history.all()).toEqual({ a: [1, 2], b: [5, null] });
  for (let n = 0; n < SAMPLES_KEPT; n += 1) history.add({ a: n });
  expect(history.of('a')).toHaveLength(SAMPLES_KEPT);
  expect(history.of('a').at(-1)).toBe(SAMPLES_KEPT - 1);
});

it('removes a name once all its kept samples are unknown', () => {
  const history = new History();
  history.add({ a: 1, b: 5 });
  for (let n = 0; n < SAMPLES_KEPT; n += 1) history.add({ a: n });
  expect(Object.keys(history.all())).toEqual(['a']);
  expect(history.of('b')).toEqual([]);
});
