import { comparison, figure } from '../figure.js';
import { pairFigures, printComparison } from './compared-figure.js';

const ms = (value: number) => [figure('start', value, 'ms')];

it('pairs the figures of each round, and sorts their ratios', () => {
  const rounds = [
    { own: ms(10), other: ms(20) },
    { own: ms(30), other: ms(20) },
    { own: ms(20), other: ms(20) },
  ];
  expect(pairFigures('start', rounds)).toEqual([
    { suite: 'start', name: 'start', unit: 'ms', own: 20, other: 20, ratios: [0.5, 1, 1.5] },
  ]);
});

it('compares the ratios of figures that were measured beside a peer', () => {
  const beside = (value: number) => [comparison('append', value, 'events/s', { name: 'insert', value: 100 })];
  expect(pairFigures('append', [{ own: beside(80), other: beside(40) }])).toEqual([
    { suite: 'append', name: 'append / insert', unit: '×', own: 0.8, other: 0.4, ratios: [2] },
  ]);
});

it('names a part after its figure, and omits figures that only one build has', () => {
  const own = [figure('scores', 2, '/s'), figure('  p50', 3, 'ms'), figure('new', 4, 'ms')];
  const other = [figure('scores', 1, '/s'), figure('  p50', 6, 'ms')];
  expect(pairFigures('scores', [{ own, other }]).map(({ name }) => name)).toEqual(['scores', 'scores: p50']);
});

it('prints the median ratio with its range, and no ratio to zero', () => {
  const values = { suite: 'start', unit: 'ms', other: 4, own: 2 };
  const table = printComparison('0123abc', [
    { ...values, name: 'start', ratios: [0.4, 0.5, 0.8] },
    { ...values, name: 'lost', ratios: [Number.NaN] },
  ]);
  expect(table.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['figure', '0123abc', 'this build', 'ratio', 'lowest to highest'],
    ['start', '4', '2', 'ms', '0.5 ×', '0.4 to 0.8'],
    ['lost', '4', '2', 'ms'],
  ]);
});
