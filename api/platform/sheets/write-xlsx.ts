import type { Sheet } from './sheet.js';
import { escapeXml, sheetXml } from './sheet-xml.js';
import { CONTENT_TYPES, RELATIONS, STYLES, WORKBOOK_RELATIONS, workbookXml } from './workbook-parts.js';
import { writeZip } from './zip.js';

/** A sheet as a workbook for Excel, piece by piece. */
export const writeXlsx = (sheet: Sheet): AsyncGenerator<Buffer> =>
  writeZip([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [RELATIONS] },
    { name: 'xl/workbook.xml', content: [workbookXml(escapeXml(sheetName(sheet.name)))] },
    { name: 'xl/_rels/workbook.xml.rels', content: [WORKBOOK_RELATIONS] },
    { name: 'xl/styles.xml', content: [STYLES] },
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
