import type { FileEncoding, UserImportRequest } from '../../contracts/user-import.contract.js';
import { decodeText, detectEncoding } from '../../platform/csv/decode-text.js';
import { invalid } from './read-users-csv.js';

/** How workbooks and other archives begin. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');

/** The text of a request's file, and the encoding it was read with; null for a request that brought text. */
export interface FileText {
  readonly text: string;
  readonly encoding: FileEncoding | null;
}

/** @throws DomainError VALIDATION_FAILED for a workbook, and for bytes that are not of the chosen encoding */
export function fileText({ csv = '', file, encoding }: UserImportRequest): FileText {
  if (file === undefined) return { text: csv, encoding: null };
  const bytes = Buffer.from(file, 'base64');
  if (bytes.subarray(0, ZIP.length).equals(ZIP))
    throw invalid('This is a workbook. Save it as CSV in your spreadsheet program, and choose that file.');
  const used = encoding ?? detectEncoding(bytes);
  const text = decodeText(bytes, used);
  if (text === null) throw invalid('The file is not of this encoding. Choose another one.');
  return { text, encoding: used };
}
