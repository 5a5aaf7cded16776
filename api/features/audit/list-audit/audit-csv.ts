import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../../../contracts/audit.contract.js';
import { CSV_START, type CsvCell, csvLines } from '../../../platform/csv/csv.js';
import { type AuditFilter, AuditIndex, cursorOf } from '../audit.query.js';
import { AuditEntries } from '../compose-entries.js';

const ROWS_AT_ONCE = 500;

const HEAD = [
  'Time (UTC)',
  'Done by',
  'Role at the time',
  'Action',
  'Target type',
  'Target',
  'Target id',
  'Changes',
  'Organization',
  'Request id',
  'Address',
];

/** The audit as a CSV file. Read in pieces while it is sent, so that it is never in memory as a whole. */
@Injectable()
export class AuditCsv {
  constructor(
    private readonly index: AuditIndex,
    private readonly entries: AuditEntries,
  ) {}

  async *lines(filter: Omit<AuditFilter, 'limit'>): AsyncGenerator<string> {
    yield CSV_START + csvLines([HEAD]);
    let { cursor } = filter;
    for (;;) {
      const rows = await this.index.list({ ...filter, cursor, limit: ROWS_AT_ONCE });
      const entries = await this.entries.compose(rows, filter.organizationId === null);
      if (entries.length > 0) yield csvLines(entries.map(cellsOf));
      if (rows.length < ROWS_AT_ONCE) return;
      cursor = cursorOf(rows.at(-1)!);
    }
  }
}

const cellsOf = (entry: AuditEntry): CsvCell[] => [
  entry.occurredAt,
  entry.actor ? (entry.actor.username ?? entry.actor.id) : '',
  entry.actor?.role ?? 'system',
  entry.action,
  entry.target.type,
  entry.target.name,
  entry.target.id,
  entry.changes.map(({ field, from, to }) => `${field}: ${from ?? ''} → ${to ?? ''}`).join('; '),
  entry.organization && (entry.organization.name ?? entry.organization.id),
  entry.requestId,
  entry.address,
];
