import type { ReactNode } from 'react';
import { defineMessages, plural } from '../../shared/messages/messages.js';

const users = (count: number): string => plural(count, { one: `${count} user`, other: `${count} users` });

/** Texts of the import. Kept apart from those of the page, because most visits need none of them. */
export const userImportMessages = defineMessages('user-import', {
  title: 'Import users',
  submit: 'Import',
  submitCount: (count: number) => `Import ${users(count)}`,
  tooLarge: 'The file is larger than 1 MB.',
  unreadable: 'The file cannot be read. Choose it again.',
  file: 'CSV file',
  columnsHelp: (username: ReactNode, email: ReactNode, optional: ReactNode) => (
    <>
      Required columns: {username} and {email}. Optional: {optional}. Order and spelling do not matter. New people get
      an invitation by mail with a link to set their password.
    </>
  ),
  encoding: 'Encoding',
  detectEncoding: 'Detect',
  checking: 'Checking the file…',
  line: 'Line',
  andMore: (count: number) => `And ${count} more.`,
  username: 'Username',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16, big-endian',
    'windows-1252': 'Windows, Western European (1252)',
    'windows-1250': 'Windows, Central European (1250)',
    macintosh: 'Mac, Western European',
  },
  delimiters: { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' },
  understood: {
    label: 'Detected format',
    firstRows: 'First rows',
    columns: 'Columns',
    quoted: (title: string) => `“${title}”`,
    separatedBy: (delimiter: string) => `Cells are separated by ${delimiter}.`,
    missing: (defaults: string) => `Not in the file: ${defaults}.`,
    defaultOf: (field: string, value: string) => `${field} (${value})`,
    empty: 'empty',
    ignored: (titles: string) => `Ignored columns: ${titles}.`,
  },
  preview: {
    new: (count: number) => `${count} new`,
    unchanged: (count: number) => `${count} unchanged`,
    withErrors: (count: number) => `${count} with errors`,
    nothingImported: 'Nothing is imported while a row has an error. Correct the file and choose it again.',
    rowsWithErrors: 'Rows with errors',
    problem: 'Problem',
    organization: 'Organization',
    seats: 'Seats',
    seatsBefore: 'Seats before',
    seatsAfter: 'Seats after',
    userLimit: 'User limit',
  },
  run: {
    region: 'Running import',
    show: 'Show import',
    progress: (done: number, total: number) => `${done} of ${total} users imported`,
    progressRefused: (done: number, total: number, refused: number) =>
      `${done} of ${total} users imported, ${refused} of them refused`,
    continues: 'The import continues when you close this dialog or leave the page.',
    ended: (made: number, refused: number, unchanged: number) =>
      `${users(made)} imported, ${refused} refused, ${unchanged} unchanged.`,
    refusedRows: 'Refused rows',
    reason: 'Reason',
    andMoreInList: (count: number) => `And ${count} more in the downloaded list.`,
    notDownloaded: 'Failed to download results',
    downloadList: 'Download list',
    another: 'Import another file',
    close: 'Close',
  },
});
