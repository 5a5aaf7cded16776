import { CSV_START, csvLines, CsvSyntaxError, CsvTooLong, parseCsv } from './csv.js';

const MAX_LINES = 100;

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

it.each(["=cmd|'/c calc'!A1", '@SUM(1)', '+1', '-1', '\tx', '\rx', '\nx', '\0x', '＝1', '＋1', '－1', '＠SUM(1)'])(
  'guards %j',
  (cell) => {
    expect(csvLines([[cell]]).replace(/^"/, '')).toMatch(/^'/);
  },
);

it.each(['=1', '＝1', "'=1", "''=1", "'quoted'", 'plain', '-', '@', '', 'a "b"', 'ünï'])(
  'gives %j back as it was',
  (cell) => {
    expect(parseCsv(`${CSV_START}${csvLines([['first', cell]])}`, MAX_LINES).lines).toEqual([
      { line: 1, cells: ['first', cell] },
    ]);
  },
);

it('reads semicolons too, leaves empty lines out and counts them', () => {
  expect(parseCsv('a;b\n\n1;2\n', MAX_LINES).lines).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1', '2'] },
  ]);
});

it('names the line where a quote is never closed', () => {
  expect(() => parseCsv('a,b\n1,"2\n', MAX_LINES)).toThrow(CsvSyntaxError);
});

it.each(['a;b', 'a\tb', 'a|b'])('quotes %j, which another delimiter would split', (cell) => {
  expect(csvLines([[cell]])).toBe(`"${cell}"\r\n`);
});

it('reads a file of exactly as many lines as allowed, with or without a last line break', () => {
  for (const end of ['', '\n', '\r\n'])
    expect(parseCsv(`${Array.from({ length: MAX_LINES }, () => 'x').join('\n')}${end}`, MAX_LINES).lines).toHaveLength(
      100,
    );
});

it.each(['\n', '\r\n', 'x\n'])('rejects a megabyte of %j before it makes a row of each', (line) => {
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
])('finds the delimiter in a first line with %s', (_, head, delimiter) => {
  expect(parseCsv(`\n${head}\n1\n`).delimiter).toBe(delimiter);
});

it.each(['sep=;\r\n', 'SEP=;\n', '"sep=;"\r\n', '\ufeffsep=;\r\n'])('obeys %j and counts it as a line', (start) => {
  expect(parseCsv(`${start}a,x;b\r\n1;2`)).toEqual({
    delimiter: ';',
    lines: [
      { line: 2, cells: ['a,x', 'b'] },
      { line: 3, cells: ['1', '2'] },
    ],
  });
});
