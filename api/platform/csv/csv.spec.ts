import { CSV_START, csvLines, CsvSyntaxError, parseCsv } from './csv.js';

it('writes RFC 4180 with CRLF and quotes what needs it', () => {
  expect(
    csvLines([
      ['name', 'said'],
      ['Ada', 'a "b", c'],
      ['two\nlines', null],
    ]),
  ).toBe('name,said\r\nAda,"a ""b"", c"\r\n"two\nlines",\r\n');
  expect(csvLines([])).toBe('');
});

it.each(["=cmd|'/c calc'!A1", '@SUM(1)', '+1', '-1', '\tx', '\rx', '\0x'])('guards %j', (cell) => {
  expect(csvLines([[cell]]).replace(/^"/, '')).toMatch(/^'/);
});

it.each(['=1', "'=1", "''=1", "'quoted'", 'plain', '-', '@', '', 'a "b"', 'ünï'])('gives %j back as it was', (cell) => {
  expect(parseCsv(`${CSV_START}${csvLines([['first', cell]])}`)).toEqual([{ line: 1, cells: ['first', cell] }]);
});

it('reads semicolons too, leaves empty lines out and counts them', () => {
  expect(parseCsv('a;b\n\n1;2\n')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1', '2'] },
  ]);
});

it('names the line where a quote is never closed', () => {
  expect(() => parseCsv('a,b\n1,"2\n')).toThrow(CsvSyntaxError);
});
