import { Injectable } from '@nestjs/common';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { SecurityEvent, SecurityEventCsvQuery } from '../../../contracts/security-event.contract.js';
import { CSV_START, type CsvCell, csvLines } from '../../../platform/csv/csv.js';
import { NamesQuery } from '../../audit/names.query.js';
import { cursorOf, type ListedRow, SecurityEventTable } from '../security-event-table.js';

const ROWS_AT_ONCE = 500;

const HEAD = [
  'First (UTC)',
  'Last (UTC)',
  'Kind',
  'Count',
  'Caller',
  'Attempted user',
  'Names attempted',
  'Address',
  'Route',
  'Code',
  'Request id',
];

/** Adds the current names of people to security events. */
@Injectable()
export class ComposeSecurityEvents {
  constructor(
    private readonly table: SecurityEventTable,
    private readonly names: NamesQuery,
  ) {}

  async compose(rows: readonly ListedRow[]): Promise<SecurityEvent[]> {
    const ids = rows.flatMap(({ actorId, userId }) => [actorId, userId]).filter((id) => id !== null);
    const names = await this.names.load([...new Set(ids)]);
    const personOf = (id: string | null) => id && { id, username: names.get(`user ${id}`) ?? null };
    return rows.map(({ actorId, userId, firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: toMoment(firstAt),
      lastAt: toMoment(lastAt),
      actor: personOf(actorId) || null,
      user: personOf(userId) || null,
    }));
  }

  /** Returns all events as lines of a CSV file, read in pieces while it is sent. */
  async *csvLines(query: SecurityEventCsvQuery): AsyncGenerator<string> {
    yield CSV_START + csvLines([HEAD]);
    let cursor: string | undefined;
    for (;;) {
      const rows = await this.table.list({ ...query, cursor }, ROWS_AT_ONCE);
      if (rows.length > 0) yield csvLines((await this.compose(rows)).map(cellsOf));
      if (rows.length < ROWS_AT_ONCE) return;
      cursor = cursorOf(rows.at(-1)!);
    }
  }
}

const cellsOf = (event: SecurityEvent): CsvCell[] => [
  event.firstAt,
  event.lastAt,
  event.kind,
  event.count,
  event.actor && (event.actor.username ?? event.actor.id),
  event.user && (event.user.username ?? event.user.id),
  event.names,
  event.address,
  event.route,
  event.code,
  event.requestId,
];
