import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { toMoment } from '../../contracts/primitives.contract.js';
import { MAX_SHOWN_REFUSALS, type UserImport, type UserImportRow } from '../../contracts/user-import.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { CSV_START, csvLines } from '../../platform/csv/csv.js';
import { POOL } from '../../platform/database/pool.js';
import { notFound } from '../../platform/domain-error.js';
import { scopeOfList } from '../people/user.policy.js';
import { Imports } from './imports.js';

interface ImportSummary {
  import_id: string;
  started_at: Date;
  ended_at: Date | null;
  pending: number;
  made: number;
  unchanged: number;
  refused: number;
}

interface ResultRow {
  line: number;
  outcome: string;
  reason: string | null;
  sealed: Buffer | null;
  username: string | null;
}

/** Queries of the imports of the caller's organization, or of a system admin. Imports are kept for a day. */
@Injectable()
export class ImportStatus {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly imports: Imports,
  ) {}

  /**
   * Returns the newest import, or the one with this id; null when there is none.
   * @throws DomainError 404 for an organization admin of no organization
   */
  async find(actor: Actor, importId: string | null = null): Promise<UserImport | null> {
    const { rows } = await this.pool.query<ImportSummary>(
      `select i.import_id, i.started_at, i.ended_at, ${COUNTS}
       from plain.user_imports i left join plain.user_import_rows r using (import_id)
       where ${IN_SCOPE} and ($3::uuid is null or i.import_id = $3) group by i.import_id order by i.started_at desc limit 1`,
      [...scopeValues(actor), importId],
    );
    const found = rows[0];
    if (!found) return null;
    const { pending, made, refused, unchanged } = found;
    return {
      id: found.import_id,
      state: found.ended_at ? 'ended' : 'running',
      total: pending + made + refused,
      made,
      refused,
      unchanged,
      refusals: refused === 0 ? [] : await this.refusals(found.import_id),
      startedAt: toMoment(found.started_at),
      endedAt: found.ended_at && toMoment(found.ended_at),
    };
  }

  /** Returns the rows of an import's file as they were planned when it started, without errors. */
  async plannedRows(importId: string, rows: readonly UserImportRow[]): Promise<UserImportRow[]> {
    const stored = await this.rows(importId, null, 'unchanged');
    const unchanged = new Set(stored.map(({ line }) => line));
    return rows.map(({ line, username }) => ({
      line,
      username,
      outcome: unchanged.has(line) ? 'unchanged' : 'new',
      errors: [],
    }));
  }

  /**
   * Returns the result of the newest import line by line, as CSV.
   * @throws DomainError 404 when there is none
   */
  async csv(actor: Actor): Promise<string> {
    const found = await this.find(actor);
    if (!found) throw notFound('The import');
    const rows = await this.rows(found.id, scopeValues(actor)[0], null);
    const cells = rows.map((row) => [row.line, this.nameOn(found.id, row), row.outcome, row.reason]);
    return CSV_START + csvLines([['line', 'username', 'outcome', 'reason'], ...cells]);
  }

  private async refusals(importId: string): Promise<UserImport['refusals']> {
    const rows = await this.rows(importId, null, 'refused');
    return rows
      .slice(0, MAX_SHOWN_REFUSALS)
      .map((row) => ({ line: row.line, username: this.nameOn(importId, row), reason: row.reason ?? '' }));
  }

  /** Returns result rows. Names of created accounts come from the read model, within the scope only. */
  private async rows(importId: string, scope: string | null, outcome: string | null): Promise<ResultRow[]> {
    const { rows } = await this.pool.query<ResultRow>(
      `select r.line, r.outcome, r.reason, r.sealed, p.username
       from plain.user_import_rows r
       left join read.people p on p.id = r.user_id and not p.deleted and ($2::uuid is null or p.organization_id = $2)
       where r.import_id = $1 and ($3::text is null or r.outcome = $3) order by r.line`,
      [importId, scope, outcome],
    );
    return rows;
  }

  private nameOn(importId: string, { username, sealed }: ResultRow): string {
    return username ?? this.imports.usernameIn(importId, sealed);
  }
}

const COUNTS = ['pending', 'made', 'unchanged', 'refused']
  .map((outcome) => `(count(*) filter (where r.outcome = '${outcome}'))::integer as ${outcome}`)
  .join(', ');

/** Condition for imports of the organization, or of the system admin who started them. */
const IN_SCOPE = '(i.scope = $1 or ($1::uuid is null and i.scope is null and i.started_by = $2))';

function scopeValues(actor: Actor): [scope: string | null, userId: string] {
  const scope = scopeOfList(actor, undefined);
  if (!scope || scope.kind === 'none') throw notFound('The organization');
  return [scope.kind === 'organization' ? scope.organizationId : null, actor.userId];
}
