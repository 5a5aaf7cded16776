import { columnLetters, escapeXml } from './sheet-cells.js';
import type { Shade, SheetColumn } from './sheet.js';

/** First free id for a number format. */
const FIRST_FORMAT = 165;

/** Returns the distinct shades of the columns. The index of a shade is the index of its format. */
export const shadesOf = (columns: readonly SheetColumn[]): readonly Shade[] => [
  ...new Set(columns.flatMap(({ shades = [] }) => shades)),
];

/** Returns the formats of the shades as XML for the styles part. */
export const shadeFormatsXml = (shades: readonly Shade[]): string =>
  `<dxfs count="${shades.length}">${shades.map(formatXml).join('')}</dxfs>`;

function formatXml({ fill, format }: Shade, index: number): string {
  const number =
    format === undefined ? '' : `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escapeXml(format)}"/>`;
  return `<dxf>${number}<fill><patternFill patternType="solid"><bgColor rgb="FF${fill}"/></patternFill></fill></dxf>`;
}

/** Returns the conditional formats of a worksheet whose last row is `last`. */
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

/** Returns the condition of a shade. Tests for numbers, because empty cells equal 0 in comparisons. */
const conditionOf = ({ value }: Shade, address: string): string =>
  typeof value === 'number'
    ? `AND(ISNUMBER(${address}),${address}&gt;=${value})`
    : `${address}=&quot;${escapeXml(value)}&quot;`;
