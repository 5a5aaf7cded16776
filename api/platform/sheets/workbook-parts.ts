/** Parts of a workbook with a table and a sheet that describes it, without the cells (ECMA-376, part 1). */
import { shadeFormatsXml } from './shades.js';
import { columnLetters, escapeXml } from './sheet-cells.js';
import type { Shade } from './sheet.js';

const START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const CONTENT_TYPES = [
  `${START}<Types xmlns="${PACKAGE}/content-types">`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
  `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>`,
  `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>`,
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
  `<Override PartName="/xl/worksheets/sheet2.xml" ContentType="${SPREADSHEET}.worksheet+xml"/></Types>`,
].join('');

const relations = (...targets: readonly (readonly [type: string, target: string])[]): string =>
  [
    `${START}<Relationships xmlns="${PACKAGE}/relationships">`,
    ...targets.map(([type, target], index) => {
      return `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`;
    }),
    '</Relationships>',
  ].join('');

export const RELATIONS = relations(['officeDocument', 'xl/workbook.xml']);
export const WORKBOOK_RELATIONS = relations(
  ['worksheet', 'worksheets/sheet1.xml'],
  ['worksheet', 'worksheets/sheet2.xml'],
  ['styles', 'styles.xml'],
);

/** Returns the workbook part. Excel must accept `name`. Each printed page repeats the titles and the first `nameColumns`. */
export function workbookXml(name: string, nameColumns: number): string {
  const table = `'${name.replaceAll("'", "''")}'!`;
  const names = nameColumns === 0 ? '' : `${table}$A:$${columnLetters(nameColumns - 1)},`;
  return [
    `${START}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>`,
    `<sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/><sheet name="About" sheetId="2" r:id="rId2"/></sheets>`,
    `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">${escapeXml(`${names}${table}$1:$1`)}</definedName>`,
    '</definedNames></workbook>',
  ].join('');
}

const CELL = 'borderId="0" xfId="0"';
const WRAPPED = '<alignment vertical="top" wrapText="1"/>';

/** Returns the formats of cells, in the order of `STYLE` in `sheet-cells.ts`, and the formats of the shades. */
export const stylesXml = (shades: readonly Shade[]): string =>
  [
    `${START}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
    '<fill><patternFill patternType="solid"><fgColor rgb="FFE9EDF0"/></patternFill></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" ${CELL}/>`,
    `<xf numFmtId="164" fontId="0" fillId="0" ${CELL} applyNumberFormat="1"><alignment horizontal="left"/></xf>`,
    `<xf numFmtId="0" fontId="1" fillId="2" ${CELL} applyFont="1" applyFill="1" applyAlignment="1">${WRAPPED}</xf>`,
    `<xf numFmtId="0" fontId="1" fillId="0" ${CELL} applyFont="1"/>`,
    `<xf numFmtId="0" fontId="0" fillId="0" ${CELL} applyAlignment="1">${WRAPPED}</xf></cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    `${shadeFormatsXml(shades)}</styleSheet>`,
  ].join('');
