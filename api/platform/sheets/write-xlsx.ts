import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { shadesOf } from './shades.js';
import type { Sheet } from './sheet.js';
import { aboutSheetXml, sheetXml } from './sheet-xml.js';
import { CONTENT_TYPES, RELATIONS, stylesXml, WORKBOOK_RELATIONS, workbookXml } from './workbook-parts.js';

/**
 * Writes a table as an Excel workbook in pieces, with a second sheet that describes it. Available libraries keep the whole
 * workbook in memory or are not maintained.
 */
export const writeXlsx = (sheet: Sheet): AsyncGenerator<Buffer> =>
  writeZip([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [RELATIONS] },
    { name: 'xl/workbook.xml', content: [workbookXml(sheetName(sheet.name), sheet.nameColumns)] },
    { name: 'xl/_rels/workbook.xml.rels', content: [WORKBOOK_RELATIONS] },
    { name: 'xl/styles.xml', content: [stylesXml(shadesOf(sheet.columns))] },
    { name: 'xl/worksheets/sheet2.xml', content: aboutSheetXml(sheet.about) },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(sheet) },
  ]);

const LONGEST_NAME = 31;

/** Returns a sheet name that Excel accepts: no reserved characters, no quote at either end, 31 characters, not `History`. */
export function sheetName(name: string): string {
  const allowed = name
    // oxlint-disable-next-line no-control-regex -- Excel rejects control characters too
    .replace(/[[\]:*?/\\\u0000-\u001f]/g, ' ')
    .replace(/^[\s']+/, '')
    .slice(0, LONGEST_NAME)
    .replace(/[\s']+$/, '');
  return allowed === '' || allowed.toLowerCase() === 'history' ? 'Sheet' : allowed;
}

/** A file of an archive. Its content is read when it is written. */
interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string>;
}

/** Options of every file. A fixed time, so that archives with equal content are equal. */
const OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644 };

/** Writes a ZIP archive sequentially. Reads contents only as fast as the archive is consumed, and fails when they fail. */
async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const taken = new PassThrough();
  const sources: Readable[] = [];
  const fail = (error: Error): void => void taken.destroy(error);
  archive.on('error', fail);
  for (const { name, content } of entries) {
    archive.addReadStreamLazy(name, OPTIONS, (open) => {
      const source = Readable.from(content).on('error', fail);
      sources.push(source);
      open(null, source);
    });
  }
  archive.end();
  // The consumer of `taken` receives every error.
  pipeline(archive.outputStream, taken).catch(() => undefined);
  try {
    yield* taken as AsyncIterable<Buffer>;
  } finally {
    for (const source of sources) source.destroy();
  }
}
