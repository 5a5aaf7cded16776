/** The parts of a workbook of one worksheet that are always the same (ECMA-376, part 1). */
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
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/></Types>`,
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
export const WORKBOOK_RELATIONS = relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']);

/** `name` as XML. */
export const workbookXml = (name: string): string =>
  `${START}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const CELL = 'fontId="0" fillId="0" borderId="0"';

/** Formats by index: as it is, a moment, a title. */
export const STYLES = [
  `${START}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  `<cellStyleXfs count="1"><xf numFmtId="0" ${CELL}/></cellStyleXfs>`,
  `<cellXfs count="3"><xf numFmtId="0" ${CELL} xfId="0"/><xf numFmtId="164" ${CELL} xfId="0" applyNumberFormat="1"/>`,
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');
