import type { SheetCell } from './sheet.js';
import { wallClockIn } from './time-columns.js';
import { writeCsv } from './sheet-download.js';

it('writes titles and rows in order, times in a format of spreadsheets, and formulas as text', async () => {
  async function* rows(): AsyncGenerator<SheetCell[][]> {
    yield [['=1', 7.5, new Date('2026-03-01T10:00:05Z')]];
    yield [];
    yield [[null, 0, null]];
  }
  const columns = ['@Name', 'Points', 'Time'].map((title) => ({ title, width: 10 }));
  const pieces: string[] = [];
  for await (const piece of writeCsv({ columns, rows: rows() })) pieces.push(piece);
  expect(pieces).toEqual([`\ufeff"'@Name",Points,Time\r\n`, `"'=1",7.5,2026-03-01 10:00:05\r\n`, '', ',0,\r\n']);
});

it.each([
  ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59Z'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00Z'],
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00Z'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'],
  ['America/Los_Angeles', '2026-01-01T07:59:59Z', '2025-12-31T23:59:59Z'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00Z'],
  ['UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
])('converts in %s the time %s to the wall-clock time %s', (zone, moment, shown) => {
  expect(wallClockIn(zone)(new Date(moment))).toEqual(new Date(shown));
});
