import { inflateRawSync } from 'node:zlib';
import readWorkbook from 'read-excel-file/node';
import type { Sheet, SheetCell } from './sheet.js';
import { sheetName, writeXlsx } from './write-xlsx.js';

const sheetOf = (rows: AsyncIterable<SheetCell[][]>, titles = ['A', 'B'], name = 'Results'): Sheet => ({
  name,
  columns: titles.map((title, index) => ({ title, width: 10 + index })),
  rows,
  nameColumns: 1,
  about: () => Promise.resolve([['Exported', 'Results'] as const]),
});

async function* pieces(...given: SheetCell[][][]): AsyncGenerator<SheetCell[][]> {
  yield* given;
}

const written = async (sheet: Sheet): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of writeXlsx(sheet)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Returns the content of an entry of the archive. */
function entryOf(workbook: Buffer, path: string): string {
  const name = Buffer.from(path);
  const start = workbook.indexOf(name) + name.length;
  return inflateRawSync(workbook.subarray(start)).toString();
}

const worksheetXml = (workbook: Buffer): string => entryOf(workbook, 'xl/worksheets/sheet1.xml');

it('writes texts, numbers, times and empty cells that other programs read with their types', async () => {
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
    { sheet: 'About', data: [['Exported', 'Results']] },
  ]);
});

it('writes texts that look like formulas as text', async () => {
  const texts = ["=cmd|'/c calc'!A1", '@SUM(1)', '+1', '-1', '=1'];
  const workbook = await written(sheetOf(pieces(texts.map((text) => [text])), ['=1+1']));
  expect((await readWorkbook(workbook))[0]?.data).toEqual([['=1+1'], ...texts.map((text) => [text])]);
  expect(worksheetXml(workbook)).not.toMatch(/<f[ >]/);
});

describe('formatting and printing', () => {
  const shades = [
    { value: 60, fill: '00FF00', format: '0"% ok"' },
    { value: 'no', fill: 'FF0000' },
  ];
  const graded: Sheet = {
    ...sheetOf(pieces([['x', 70]], [['y', 40]]), [], "It's A&B"),
    columns: [
      { title: 'Name', width: 20 },
      { title: 'Long-range Intercept at Geostationary Altitude', width: 12, shades },
    ],
    footer: () => ['Average', 55],
  };
  let workbook: Buffer;
  beforeAll(async () => {
    workbook = await written(graded);
  });

  it('keeps titles and names in view and sets the widths of the columns', () => {
    const xml = worksheetXml(workbook);
    expect(xml).toContain('<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>');
    expect(xml).toContain('<col min="2" max="2" width="12" customWidth="1"/>');
  });

  it('keeps only the titles in view when no column is a name', async () => {
    const xml = worksheetXml(await written({ ...sheetOf(pieces()), nameColumns: 0 }));
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  });

  it('wraps titles in a row that is high enough for the longest title', () => {
    // Long-range / Intercept / at / Geostation- / ary / Altitude: nine characters beside the button of the filter.
    expect(worksheetXml(workbook)).toMatch(/<row r="1" ht="(90|105)" customHeight="1"><c r="A1" s="2"/);
    expect(entryOf(workbook, 'xl/styles.xml')).toContain('<alignment vertical="top" wrapText="1"/>');
  });

  it('filters the rows without the footer', () => {
    expect(worksheetXml(workbook)).toContain('<autoFilter ref="A1:B3"/>');
    expect(worksheetXml(workbook)).toContain('<row r="4"><c r="A4" s="3" t="inlineStr">');
  });

  it('colours numbers and texts by value, and formats numbers', () => {
    const xml = worksheetXml(workbook);
    expect(xml).toContain('<conditionalFormatting sqref="B2:B4">');
    expect(xml).toContain('dxfId="0" priority="1" stopIfTrue="1"><formula>AND(ISNUMBER(B2),B2&gt;=60)</formula>');
    expect(xml).toContain('dxfId="1" priority="2" stopIfTrue="1"><formula>B2=&quot;no&quot;</formula>');
    const styles = entryOf(workbook, 'xl/styles.xml');
    expect(styles).toContain('<numFmt numFmtId="165" formatCode="0&quot;% ok&quot;"/><fill>');
    expect(styles.match(/<bgColor rgb="[^"]+"/g)).toEqual(['<bgColor rgb="FF00FF00"', '<bgColor rgb="FFFF0000"']);
  });

  it('prints the table across one landscape page with titles, names and page numbers', () => {
    const xml = worksheetXml(workbook);
    expect(xml).toContain('<pageSetUpPr fitToPage="1"/>');
    expect(xml).toContain('<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>');
    expect(xml).toContain('Page &amp;P of &amp;N');
    expect(entryOf(workbook, 'xl/workbook.xml')).toContain(
      `localSheetId="0">'It''s A&amp;B'!$A:$A,'It''s A&amp;B'!$1:$1</definedName>`,
    );
  });

  it('prints a wide table across several pages', async () => {
    const xml = worksheetXml(await written(sheetOf(pieces([[]]), Array<string>(40).fill('Q'))));
    expect(xml).toContain('fitToWidth="4"');
  });
});

it('names columns beyond Z, and replaces characters that XML does not allow', async () => {
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

it('truncates texts that are too long for a cell, and leaves NaN empty', async () => {
  const workbook = await written(sheetOf(pieces([['x'.repeat(40_000), Number.NaN]])));
  const [, row] = (await readWorkbook(workbook))[0]!.data;
  expect([String(row![0]).length, row![1]]).toEqual([32_767, null]);
});

it.each([
  ["Orbits/101 - Class 1: 'the [first]?'", 'Orbits 101 - Class 1'],
  ['History', 'Sheet'],
  ['', 'Sheet'],
  ["'quoted'", 'quoted'],
])('converts %j to a sheet name that Excel accepts', (name, expected) => {
  const allowed = sheetName(name);
  expect(allowed.length).toBeLessThanOrEqual(31);
  expect(allowed).not.toMatch(/[[\]:*?/\\]|^'|'$/);
  expect(allowed.startsWith(expected)).toBe(true);
});

it('reads rows only as fast as the workbook is consumed, and stops when the consumer stops', async () => {
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

it('fails when its rows fail', async () => {
  async function* failing(): AsyncGenerator<SheetCell[][]> {
    yield [['first']];
    throw new Error('The database is unavailable');
  }
  await expect(written(sheetOf(failing()))).rejects.toThrow('The database is unavailable');
});
