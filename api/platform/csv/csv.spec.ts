import { CSV_START, csvLines, CsvSyntaxError, CsvTooLong, parseCsv } from './csv.js';

const MAX_LINES = 100;

it('writes RFC 4180 with CRLF, and quotes only the cells that need it', () => {
  expect(
    csvLines([
      ['name', 'said'],
      ['Ada', 'a "b", c'],
      ['two\nlines', null],
    ]),
  ).toBe('name,said\r\nAda,"a ""b"", c"\r\n"two\nlines",\r\n');
  expect(csvLines([])).toBe('');
});

it.each(["=cmd|'/c calc'!A1", '@SUM(1)', '+1', '-1', '\tx', '\rx', '\nx', '\0x', '＝1', '＋1', '－1', '＠SUM(1)'])(
  'adds an apostrophe to %j, which spreadsheets would run as a formula',
  (cell) => {
    expect(csvLines([[cell]]).replace(/^"/, '')).toMatch(/^'/);
  },
);

it.each(['=1', '＝1', "'=1", "''=1", "'quoted'", 'plain', '-', '@', '', 'a "b"', 'ünï'])(
  'writes and reads %j unchanged',
  (cell) => {
    expect(parseCsv(`${CSV_START}${csvLines([['first', cell]])}`, MAX_LINES).lines).toEqual([
      { line: 1, cells: ['first', cell] },
    ]);
  },
);

it('reads semicolons, and leaves out empty lines but counts them', () => {
  expect(parseCsv('a;b\n\n1;2\n', MAX_LINES).lines).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1', '2'] },
  ]);
});

it('rejects a quote that is never closed', () => {
  expect(() => parseCsv('a,b\n1,"2\n', MAX_LINES)).toThrow(CsvSyntaxError);
});

it.each(['a;b', 'a\tb', 'a|b'])('quotes %j, which contains a delimiter of other programs', (cell) => {
  expect(csvLines([[cell]])).toBe(`"${cell}"\r\n`);
});

it('accepts a file with exactly the maximum number of lines, with or without a final line break', () => {
  for (const end of ['', '\n', '\r\n'])
    expect(parseCsv(`${Array.from({ length: MAX_LINES }, () => 'x').join('\n')}${end}`, MAX_LINES).lines).toHaveLength(
      100,
    );
});

it.each(['\n', '\r\n', 'x\n'])('rejects a megabyte of %j without parsing every line', (line) => {
  expect(() => parseCsv(line.repeat(1_000_000 / line.length), MAX_LINES)).toThrow(CsvTooLong);
});

it.each([
  ['a comma', 'a,b', ','],
  ['a semicolon', 'a;b', ';'],
  ['a tab', 'a\tb', '\t'],
  ['a bar', 'a|b', '|'],
  ['semicolons around a comma', 'a,x;b;c', ';'],
  ['a delimiter inside quotes', '"a;;;b",c', ','],
  ['nothing at all', 'a', ','],
])('detects the delimiter of a first line with %s', (_, head, delimiter) => {
  expect(parseCsv(`\n${head}\n1\n`).delimiter).toBe(delimiter);
});

it.each(['sep=;\r\n', 'SEP=;\n', '"sep=;"\r\n', '\ufeffsep=;\r\n'])(
  'uses the delimiter that %j declares, and counts that line',
  (start) => {
    expect(parseCsv(`${start}a,x;b\r\n1;2`)).toEqual({
      delimiter: ';',
      lines: [
        { line: 2, cells: ['a,x', 'b'] },
        { line: 3, cells: ['1', '2'] },
      ],
    });
  },
);
