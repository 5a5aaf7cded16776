import type { Download } from '../downloads/downloads.js';
import type { Sheet } from './sheet.js';
import { writeCsv } from './write-csv.js';
import { writeXlsx } from './write-xlsx.js';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A sheet as a file of its name. */
export const sheetDownload = (sheet: Sheet, format: 'csv' | 'xlsx'): Download =>
  format === 'xlsx'
    ? { name: `${sheet.name}.xlsx`, type: WORKBOOK, pieces: writeXlsx(sheet) }
    : { name: `${sheet.name}.csv`, type: 'text/csv; charset=utf-8', pieces: writeCsv(sheet) };
