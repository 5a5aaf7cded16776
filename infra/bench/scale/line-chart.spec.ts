import { lineChart, niceStep } from './line-chart.js';

const drawn = lineChart({
  title: 'Cost of a push',
  x: 'sockets',
  y: 'µs & more',
  logarithmic: true,
  series: [
    {
      name: 'gradebook',
      points: [
        [10, 50],
        [100, 25],
        [1_000, null],
      ],
    },
    {
      name: 'board',
      points: [
        [10, 0],
        [100, 10],
        [1_000, 12],
      ],
    },
  ],
});

it('draws each curve with its name and marks, and omits missing values', () => {
  expect(drawn.match(/<polyline/g)).toHaveLength(2);
  expect(drawn).toContain('points="72,66 308,203"');
  expect(drawn).toContain('>gradebook</text>');
  // Five points, and one of each beside its name.
  expect(drawn.match(/<path/g)).toHaveLength(7);
});

it('spaces factors equally and labels every value', () => {
  const places = [...drawn.matchAll(/x="([\d.]+)" y="362">([\d,]+)</g)].map(([, x, value]) => [Number(x), value]);
  expect(places).toEqual([
    [72, '10'],
    [308, '100'],
    [544, '1,000'],
  ]);
});

it('omits a label that would overlap the previous one', () => {
  const series = [{ name: 'node', points: [10, 100, 1_000, 5_000].map((at) => [at, 1] as const) }];
  const steps = lineChart({ title: 'Idle', x: 'sockets', y: 'ms', logarithmic: false, series });
  const names = [...steps.matchAll(/y="362">([\d,]+)</g)].map(([, value]) => value);
  expect(names).toEqual(['10', '1,000', '5,000']);
});

it('is readable in light and dark, and escapes markup', () => {
  expect(drawn).toContain('prefers-color-scheme: dark');
  expect(drawn).toContain('µs &amp; more');
});

it('uses round steps', () => {
  expect([50, 51, 9, 0.3, 0, 1_250].map(niceStep)).toEqual([10, 20, 2, 0.1, 1, 250]);
});
