import { shadesOf } from './shades.js';
import type { Sheet } from './sheet.js';
import { aboutXml, sheetXml } from './sheet-xml.js';
import { CONTENT_TYPES, RELATIONS, stylesXml, WORKBOOK_RELATIONS, workbookXml } from './workbook-parts.js';
import { writeZip } from './zip.js';

/**
 * Writes a table as a workbook for Excel in pieces, with a second sheet that describes it. Libraries keep the whole workbook in
 * memory, or are not maintained.
 */
export const writeXlsx = (sheet: Sheet): AsyncGenerator<Buffer> =>
  writeZip([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [RELATIONS] },
    { name: 'xl/workbook.xml', content: [workbookXml(sheetName(sheet.name), sheet.nameColumns)] },
    { name: 'xl/_rels/workbook.xml.rels', content: [WORKBOOK_RELATIONS] },
    { name: 'xl/styles.xml', content: [stylesXml(shadesOf(sheet.columns))] },
    { name: 'xl/worksheets/sheet2.xml', content: aboutXml(sheet.about) },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(sheet) },
  ]);

const LONGEST_NAME = 31;

/** A name that Excel accepts: no brackets, slashes and the like, no quote at an end, 31 characters, and not its own. */
export function sheetName(name: string): string {
  const allowed = name
    // oxlint-disable-next-line no-control-regex -- they are refused as well
    .replace(/[[\]:*?/\\\u0000-\u001f]/g, ' ')
    .replace(/^[\s']+/, '')
    .slice(0, LONGEST_NAME)
    .replace(/[\s']+$/, '');
  return allowed === '' || allowed.toLowerCase() === 'history' ? 'Sheet' : allowed;
}
