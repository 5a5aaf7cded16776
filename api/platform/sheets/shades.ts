import { columnLetters, escapeXml } from './sheet-cells.js';
import type { Shade, SheetColumn } from './sheet.js';

/** The first free id of a number format. */
const FIRST_FORMAT = 165;

/** The different shades of the columns; a shade's place is the index of its format. */
export const shadesOf = (columns: readonly SheetColumn[]): readonly Shade[] => [
  ...new Set(columns.flatMap(({ shades = [] }) => shades)),
];

/** The formats of the shades as XML of the styles part. */
export const shadeFormatsXml = (shades: readonly Shade[]): string =>
  `<dxfs count="${shades.length}">${shades.map(formatXml).join('')}</dxfs>`;

function formatXml({ fill, format }: Shade, index: number): string {
  const number =
    format === undefined ? '' : `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escapeXml(format)}"/>`;
  return `<dxf>${number}<fill><patternFill patternType="solid"><bgColor rgb="FF${fill}"/></patternFill></fill></dxf>`;
}

/** The conditional formats of a worksheet whose last row is `last`. */
export function shadesXml(columns: readonly SheetColumn[], last: number): string {
  if (last < 2) return '';
  const all = shadesOf(columns);
  let priority = 0;
  return columns
    .map(({ shades = [] }, index) => {
      if (shades.length === 0) return '';
      const letter = columnLetters(index);
      const rules = shades.map(
        (shade) =>
          `<cfRule type="expression" dxfId="${all.indexOf(shade)}" priority="${(priority += 1)}" stopIfTrue="1"><formula>${conditionOf(shade, `${letter}2`)}</formula></cfRule>`,
      );
      return `<conditionalFormatting sqref="${letter}2:${letter}${last}">${rules.join('')}</conditionalFormatting>`;
    })
    .join('');
}

/** Empty cells count as 0 in comparisons, so numbers are asked for. */
const conditionOf = ({ value }: Shade, place: string): string =>
  typeof value === 'number'
    ? `AND(ISNUMBER(${place}),${place}&gt;=${value})`
    : `${place}=&quot;${escapeXml(value)}&quot;`;
