import { inflateRawSync } from 'node:zlib';
import readWorkbook from 'read-excel-file/node';
import type { Sheet, SheetCell } from './sheet.js';
import { sheetName, writeXlsx } from './write-xlsx.js';

const sheetOf = (rows: AsyncIterable<SheetCell[][]>, titles = ['A', 'B'], name = 'Results'): Sheet => ({
  name,
  columns: titles.map((title, index) => ({ title, width: 10 + index })),
  rows,
});

async function* pieces(...given: SheetCell[][][]): AsyncGenerator<SheetCell[][]> {
  yield* given;
}

const written = async (sheet: Sheet): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of writeXlsx(sheet)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** The worksheet as it stands in the file; it is the last entry. */
function worksheetXml(workbook: Buffer): string {
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const start = workbook.indexOf(name) + name.length;
  return inflateRawSync(workbook.subarray(start)).toString();
}

it('is opened by others: texts, numbers, moments and empty cells as what they are', async () => {
  const moment = new Date('2026-03-29T03:30:05Z');
  const rows: SheetCell[][] = [
    ['Jürgen "Jo" <Ö> & 操作', 87.5, moment],
    [null, -1, null],
    ['  spaces  ', 0, ''],
  ];
  const sheets = await readWorkbook(
    await written(sheetOf(pieces(rows.slice(0, 1), rows.slice(1)), ['A', 'B', 'Time'])),
    {
      trim: false,
    },
  );
  expect(sheets).toEqual([
    {
      sheet: 'Results',
      data: [['A', 'B', 'Time'], rows[0], [null, -1, null], ['  spaces  ', 0, null]],
    },
  ]);
});

it('holds no formula, whatever a text begins with', async () => {
  const texts = ["=cmd|'/c calc'!A1", '@SUM(1)', '+1', '-1', '=1'];
  const workbook = await written(sheetOf(pieces(texts.map((text) => [text])), ['=1+1']));
  expect((await readWorkbook(workbook))[0]?.data).toEqual([['=1+1'], ...texts.map((text) => [text])]);
  expect(worksheetXml(workbook)).not.toMatch(/<f[ >]/);
});

it('keeps the titles in view, with the widths of the columns', async () => {
  const xml = worksheetXml(await written(sheetOf(pieces())));
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(xml).toContain('<col min="2" max="2" width="11" customWidth="1"/>');
});

it('has more columns than letters, and writes what XML cannot hold as a sign for it', async () => {
  const row = [...Array.from({ length: 703 }, (_, index) => index), 'a\u0000b\ud800c\uffffd'];
  const workbook = await written(
    sheetOf(
      pieces([row]),
      row.map((_, index) => `Q${index}`),
    ),
  );
  expect(worksheetXml(workbook)).toContain('<c r="AAA2"><v>702</v></c>');
  expect((await readWorkbook(workbook))[0]?.data[1]).toEqual([...row.slice(0, -1), 'a\ufffdb\ufffdc\ufffdd']);
  expect(worksheetXml(await written(sheetOf(pieces([['_x0041_', '_x']]))))).toContain('>_x005F_x0041_<');
});

it('cuts what no cell can hold and leaves out what is no number', async () => {
  const workbook = await written(sheetOf(pieces([['x'.repeat(40_000), Number.NaN]])));
  const [, row] = (await readWorkbook(workbook))[0]!.data;
  expect([String(row![0]).length, row![1]]).toEqual([32_767, null]);
});

it.each([
  ["Orbits/101 - Class 1: 'the [first]?'", 'Orbits 101 - Class 1'],
  ['History', 'Sheet'],
  ['', 'Sheet'],
  ["'quoted'", 'quoted'],
])('names the sheet of %j so that Excel opens it', (name, expected) => {
  const allowed = sheetName(name);
  expect(allowed.length).toBeLessThanOrEqual(31);
  expect(allowed).not.toMatch(/[[\]:*?/\\]|^'|'$/);
  expect(allowed.startsWith(expected)).toBe(true);
});

it('reads no further than somebody takes, and stops where it is given up', async () => {
  let read = 0;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  async function* endless(): AsyncGenerator<SheetCell[][]> {
    try {
      for (;;) yield Array.from({ length: 100 }, () => [(read += 1), Math.random(), Math.random(), `text ${read}`]);
    } finally {
      end();
    }
  }
  let bytes = 0;
  for await (const chunk of writeXlsx(sheetOf(endless()))) if ((bytes += chunk.length) > 200_000) break;
  await ended;
  expect(read).toBeLessThan(40_000);
});

it('fails where its rows fail', async () => {
  async function* failing(): AsyncGenerator<SheetCell[][]> {
    yield [['first']];
    throw new Error('The database is away');
  }
  await expect(written(sheetOf(failing()))).rejects.toThrow('The database is away');
});
