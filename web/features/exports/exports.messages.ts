import { defineMessages } from '../../shared/messages/messages.js';

export const exportsMessages = defineMessages('exports', {
  download: 'Download',
  downloadCsv: 'Download CSV',
  others: 'Other downloads',
  preparing: 'Preparing…',
  arrivedKilobytes: (kilobytes: string) => `Preparing… ${kilobytes} kB`,
  arrivedMegabytes: (megabytes: string) => `Preparing… ${megabytes} MB`,
  failed: 'Failed to download results',
  table: 'Table',
  format: 'Format',
  formats: {
    xlsx: 'Excel',
    csv: 'CSV',
  },
  zone: 'Times in UTC and in',
  tables: {
    gradebook: 'Gradebook, one row per student',
    bestResults: 'Best attempts, one row per result',
    allAttempts: 'All attempts',
    bestAttempts: 'Best attempts',
    boardWithNames: 'Current board, with names',
    boardOfStudents: 'Board as students see it',
  },
});
